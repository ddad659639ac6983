import { type DynamicModule, Module } from '@nestjs/common';
import { MailModule } from '../../mail/index.js';
import { CatalogueModule } from '../catalogue/index.js';
import { TermsModule } from '../terms/index.js';
import { ReceiptEmails } from './receipt-emails.service.js';
import { ReceiptPages } from './receipt-pages.service.js';
import { ReceiptPdfRenderer } from './receipt-pdf-renderer.js';
import { ReceiptsApiController } from './receipts.api.controller.js';
import { ReceiptsPagesController } from './receipts.pages.controller.js';
import { ReceiptTokenQueries } from './receipt-token.queries.js';
import { Receipts } from './receipts.service.js';

const PROVIDERS = [ReceiptEmails, ReceiptPdfRenderer, ReceiptTokenQueries, Receipts];

/** Builds the attachment of the receipt mail. A process without it, such as `tokendesk staff`, leaves these mails in the queue. */
@Module({})
export class ReceiptsModule {
  /** @param options `http` is off for commands, which serve nothing */
  static forRoot(options: { http: boolean }): DynamicModule {
    return {
      module: ReceiptsModule,
      imports: [CatalogueModule, MailModule, TermsModule],
      controllers: options.http ? [ReceiptsPagesController, ReceiptsApiController] : [],
      providers: options.http ? [...PROVIDERS, ReceiptPages] : PROVIDERS,
    };
  }
}
