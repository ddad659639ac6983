import { Controller, Post, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { answer } from './answer-writer.js';
import { BankContext } from './bank-context.js';
import { readFields, type Message } from './bank-message.js';
import { CommandService } from './command.service.js';
import type { Fault, FaultTarget } from './fault-registry.js';
import { InvoiceService, type IncomingRequest } from './invoice.service.js';
import { Scheduler } from './scheduler.js';
import { readRawBody } from './raw-body.js';
import { BankRefundService } from './bank-refund.service.js';
import { refusal } from './refusals.js';
import { BankSettlementService } from './bank-settlement.service.js';

type Fields = Readonly<Record<string, string>>;

const FAULTS_OF: Readonly<Record<string, FaultTarget>> = {
  REFUND: 'refund',
  SETTLEMENTSUMMARY: 'settlement-list',
  SETTLSTATUS: 'settlement-list',
};

/** The bank's API for merchants. */
@Controller()
export class GatewayController {
  constructor(
    private readonly bank: BankContext,
    private readonly invoices: InvoiceService,
    private readonly commands: CommandService,
    private readonly refunds: BankRefundService,
    private readonly settlements: BankSettlementService,
    private readonly watch: Scheduler,
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
    const fault = this.bank.faults.take(FAULTS_OF[transactionType ?? ''] ?? 'status', originalTxnNo, merchantTxnNo);
    const nested =
      transactionType === 'SETTLEMENTSUMMARY' ? (fields: Fields) => this.settlements.summary(fields) : null;
    await this.reply(request, response, incoming, fault, (it) => this.obey(it, fault), nested);
  }

  @Post('api/settlementDetails')
  async settlementDetails(@Req() request: Request, @Res() response: Response): Promise<void> {
    const incoming = await this.receive(request);
    const fault = this.bank.faults.take('settlement', incoming?.fields['settlementID']);
    const nested = (fields: Fields) => this.settlements.details(fields, fault);
    await this.reply(request, response, incoming, fault, () => refusal('P1006', 'Invalid request'), nested);
  }

  private obey(incoming: IncomingRequest, fault: Fault | undefined): Message {
    const stranger = this.commands.refuseStranger(incoming);
    if (stranger !== null) return stranger;
    const { fields } = incoming;
    if (fields['transactionType'] === 'STATUS') return this.commands.status(fields, fault);
    if (fields['transactionType'] === 'REFUND') return this.refunds.order(fields);
    if (fields['transactionType'] === 'SETTLSTATUS') return this.settlements.status(fields);
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
    nested: ((fields: Fields) => object) | null = null,
  ): Promise<void> {
    const merchant = this.bank.merchantNamed(incoming?.fields ?? {}) ?? this.bank.config;
    const job = { request, response, key: merchant.secretKey, fault };
    const isStranger = nested === null || incoming === null || this.commands.refuseStranger(incoming) !== null;
    await answer({
      ...job,
      act: () => (incoming === null ? refusal('P1006', 'Unreadable request') : act(incoming)),
      ...(isStranger ? {} : { actNested: () => nested(incoming.fields) }),
    });
  }
}
