import { Module } from '@nestjs/common';
import { DocsController } from './docs.controller.js';
import { DocsGuard } from './docs.guard.js';

/** The description of the API, as a page and for programs. */
@Module({ controllers: [DocsController], providers: [DocsGuard] })
export class OpenApiModule {}
