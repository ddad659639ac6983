import { Module } from '@nestjs/common';
import { WebAppController } from './web-app.controller.js';

/** Routes of the installed app, besides its built files. */
@Module({ controllers: [WebAppController] })
export class WebAppModule {}
