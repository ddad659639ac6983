import { Module } from '@nestjs/common';
import { WebAppController } from './web-app.controller.js';

/** What the installed app on a tablet needs of the server, beside its built files. */
@Module({ controllers: [WebAppController] })
export class WebAppModule {}
