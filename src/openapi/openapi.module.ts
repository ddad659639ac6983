import { Module } from '@nestjs/common';
import { DocsController, DocsGuard } from './docs.controller.js';

/** The description of the API, as a page and for programs. */
@Module({ controllers: [DocsController], providers: [DocsGuard] })
export class OpenApiModule {}
