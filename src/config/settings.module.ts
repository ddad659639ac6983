import { type DynamicModule, Global, Module } from '@nestjs/common';
import { SETTINGS, type Settings } from './settings.token.js';

/** Provides the settings that were read at the start. */
@Global()
@Module({})
export class SettingsModule {
  static forRoot(settings: Settings): DynamicModule {
    return {
      module: SettingsModule,
      providers: [{ provide: SETTINGS, useValue: settings }],
      exports: [SETTINGS],
    };
  }
}
