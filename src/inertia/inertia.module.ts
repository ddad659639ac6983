import { type DynamicModule, type FactoryProvider, Global, Module, type ModuleMetadata } from '@nestjs/common';
import { INERTIA_OPTIONS, type InertiaOptions } from './options.js';
import { InertiaRuntime } from './runtime.js';

export type InertiaAsyncOptions = Pick<ModuleMetadata, 'imports'> &
  Pick<FactoryProvider<InertiaOptions>, 'useFactory' | 'inject'>;

@Global()
@Module({})
export class InertiaModule {
  static forRoot(options: InertiaOptions): DynamicModule {
    return this.forRootAsync({ useFactory: () => options });
  }

  static forRootAsync({ imports, inject, useFactory }: InertiaAsyncOptions): DynamicModule {
    return {
      module: InertiaModule,
      imports: imports ?? [],
      providers: [{ provide: INERTIA_OPTIONS, useFactory, inject: inject ?? [] }, InertiaRuntime],
      exports: [InertiaRuntime],
    };
  }
}
