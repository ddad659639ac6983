import { type DynamicModule, Module } from '@nestjs/common';
import { MailModule } from '../../mail/index.js';
import { ReceiptMails } from './receipt-mails.service.js';
import { ReceiptPages } from './receipt-pages.service.js';
import { ReceiptPrinter } from './receipt-printer.js';
import { ReceiptsApiController } from './receipts.api.controller.js';
import { ReceiptsPagesController } from './receipts.pages.controller.js';
import { Receipts } from './receipts.service.js';

const PROVIDERS = [ReceiptMails, ReceiptPrinter, Receipts];

/** Whatever sends mails has to load it, commands included: the receipt mail carries the document that is made here. */
@Module({})
export class ReceiptsModule {
  /** @param options `http` is off for commands, which serve nothing */
  static forRoot(options: { http: boolean }): DynamicModule {
    return {
      module: ReceiptsModule,
      imports: [MailModule],
      controllers: options.http ? [ReceiptsPagesController, ReceiptsApiController] : [],
      providers: options.http ? [...PROVIDERS, ReceiptPages] : PROVIDERS,
    };
  }
}
