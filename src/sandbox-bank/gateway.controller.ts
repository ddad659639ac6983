import { Controller, Post, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { answer } from './answer-writer.js';
import { BankContext } from './bank-context.js';
import { readFields, type Message } from './bank-message.js';
import { CommandDesk } from './command-desk.js';
import type { Fault } from './fault-book.js';
import { InvoiceDesk, type IncomingRequest } from './invoice-desk.js';
import { NightWatch } from './night-watch.js';
import { readRawBody } from './raw-body.js';
import { RefundDesk } from './refund-desk.js';
import { refusal } from './refusals.js';

/** The bank's interface for merchants' servers. */
@Controller()
export class GatewayController {
  constructor(
    private readonly bank: BankContext,
    private readonly invoices: InvoiceDesk,
    private readonly commands: CommandDesk,
    private readonly refunds: RefundDesk,
    private readonly watch: NightWatch,
  ) {}

  @Post('portal/pay/paymentInvoiceService')
  async invoice(@Req() request: Request, @Res() response: Response): Promise<void> {
    const incoming = await this.receive(request);
    const isStatus = incoming?.fields['reqType'] === 'status';
    const fault = this.bank.faults.take(isStatus ? 'status' : 'create', incoming?.fields['invoiceNo']);
    const act = (it: IncomingRequest) => (isStatus ? this.invoices.status(it) : this.invoices.create(it, fault));
    await this.reply(request, response, incoming, fault, act);
  }

  @Post('api/command')
  async command(@Req() request: Request, @Res() response: Response): Promise<void> {
    const incoming = await this.receive(request);
    const { transactionType, merchantTxnNo, originalTxnNo } = incoming?.fields ?? {};
    const fault = this.bank.faults.take(
      transactionType === 'REFUND' ? 'refund' : 'status',
      originalTxnNo,
      merchantTxnNo,
    );
    await this.reply(request, response, incoming, fault, (it) => this.obey(it, fault));
  }

  private obey(incoming: IncomingRequest, fault: Fault | undefined): Message {
    const stranger = this.commands.refuseStranger(incoming);
    if (stranger !== null) return stranger;
    const { fields } = incoming;
    if (fields['transactionType'] === 'STATUS') return this.commands.status(fields, fault);
    if (fields['transactionType'] === 'REFUND') return this.refunds.order(fields);
    return refusal('P1006', 'Invalid transactionType');
  }

  private async receive(request: Request): Promise<IncomingRequest | null> {
    const rawBody = await readRawBody(request);
    const fields = readFields(rawBody, request.headers['content-type'] ?? '');
    const header = request.headers['securehash'];
    this.watch.tick();
    return fields === null ? null : { fields, rawBody, hashHeader: typeof header === 'string' ? header : undefined };
  }

  private async reply(
    request: Request,
    response: Response,
    incoming: IncomingRequest | null,
    fault: Fault | undefined,
    act: (incoming: IncomingRequest) => Message,
  ): Promise<void> {
    const job = { request, response, key: this.bank.config.secretKey, fault };
    await answer({ ...job, act: () => (incoming === null ? refusal('P1006', 'Unreadable request') : act(incoming)) });
  }
}
