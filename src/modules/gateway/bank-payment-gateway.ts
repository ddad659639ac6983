import { Injectable, Logger } from '@nestjs/common';
import { Clock } from '../../runtime/clock.js';
import { BankHttpClient } from './bank-http-client.js';
import {
  refundFields,
  settlementListFields,
  settlementPageFields,
  settlementStatusFields,
  statusFields,
} from './command-request.js';
import type { Exchange } from './exchange.js';
import { GatewayCallRecorder, type GatewayCall } from './gateway-call-recorder.js';
import { GatewaySettings } from './gateway-settings.js';
import { readInvoiceAnswer } from './invoice-answer.js';
import { invoiceFields } from './invoice-request.js';
import { maskAnswer, maskRequest } from './masking.js';
import {
  PaymentGateway,
  type InvoiceRequest,
  type InvoiceResult,
  type RefundCommand,
  type RefundResult,
  type RefundStatusResult,
  type StatusResult,
} from './payment-gateway.js';
import { readRefundAnswer, readRefundStatusAnswer } from './refund-answer.js';
import { readSettlementList, readSettlementPage, readSettlementStatus } from './settlement-answer.js';
import type { SettlementListResult, SettlementPageResult, SettlementStatusResult } from './settlement-results.js';
import { signRequest, type RequestFields } from './signed-request.js';
import { readStatusAnswer } from './status-answer.js';

interface Call {
  kind: GatewayCall['kind'];
  reference: string;
  fields: RequestFields;
  requestId: string | undefined;
}
interface Result {
  kind: string;
  reason?: string;
  code?: string;
  field?: string;
}

/** Settlement pages hold many lines. */
const SETTLEMENT_BYTES = 1_048_576;

/** The gateway run by PhiCommerce for ICICI Bank, or any server that speaks its protocol. */
@Injectable()
export class BankPaymentGateway extends PaymentGateway {
  private readonly logger = new Logger(BankPaymentGateway.name);

  constructor(
    private readonly settings: GatewaySettings,
    private readonly client: BankHttpClient,
    private readonly recorder: GatewayCallRecorder,
    private readonly clock: Clock,
  ) {
    super();
  }

  override async createInvoice(order: InvoiceRequest): Promise<InvoiceResult> {
    const fields = invoiceFields(order, this.settings);
    const call: Call = { kind: 'create-invoice', reference: order.invoiceNo, fields, requestId: order.requestId };
    return this.exchange(call, (exchange) => readInvoiceAnswer(exchange, order.invoiceNo, this.settings));
  }

  override async queryStatus(query: {
    originalTxnNo: string;
    merchantTxnNo?: string;
    requestId?: string;
  }): Promise<StatusResult> {
    const fields = statusFields(query, this.settings);
    const call: Call = { kind: 'status', reference: query.originalTxnNo, fields, requestId: query.requestId };
    return this.exchange(call, (exchange) => readStatusAnswer(exchange, query, this.settings));
  }

  override async refund(order: RefundCommand): Promise<RefundResult> {
    const fields = refundFields(order, this.settings);
    const call: Call = { kind: 'refund', reference: order.refundRef, fields, requestId: order.requestId };
    return this.exchange(call, (exchange) => readRefundAnswer(exchange, order.refundRef, this.settings));
  }

  override async queryRefund(query: { refundRef: string; requestId?: string }): Promise<RefundStatusResult> {
    const fields = statusFields({ originalTxnNo: query.refundRef }, this.settings);
    const call: Call = { kind: 'status', reference: query.refundRef, fields, requestId: query.requestId };
    return this.exchange(call, (exchange) => readRefundStatusAnswer(exchange, query.refundRef, this.settings));
  }

  override async listSettlements(query: { day: string; requestId?: string }): Promise<SettlementListResult> {
    const fields = settlementListFields(query.day, this.settings);
    const call: Call = { kind: 'settlement-list', reference: query.day, fields, requestId: query.requestId };
    return this.exchange(call, readSettlementList);
  }

  override async settlementPage(query: {
    settlementId: string;
    day: string;
    lastTxnId?: string;
    requestId?: string;
  }): Promise<SettlementPageResult> {
    const fields = settlementPageFields(query, this.settings);
    const call: Call = { kind: 'settlement-page', reference: query.settlementId, fields, requestId: query.requestId };
    return this.exchange(call, (exchange) => readSettlementPage(exchange, query.day));
  }

  override async settlementStatus(query: {
    originalTxnNo: string;
    requestId?: string;
  }): Promise<SettlementStatusResult> {
    const fields = settlementStatusFields(query.originalTxnNo, this.settings);
    const call: Call = {
      kind: 'settlement-status',
      reference: query.originalTxnNo,
      fields,
      requestId: query.requestId,
    };
    return this.exchange(call, (exchange) => readSettlementStatus(exchange, query.originalTxnNo, this.settings));
  }

  override settled(): Promise<void> {
    return this.recorder.settled();
  }

  /** Settlement lines have a path of their own. */
  private pathOf(kind: Call['kind']): string {
    if (kind === 'create-invoice') return this.settings.invoicePath;
    const { commandPath } = this.settings;
    return kind === 'settlement-page'
      ? `${commandPath.slice(0, commandPath.lastIndexOf('/') + 1)}settlementDetails`
      : commandPath;
  }

  private async exchange<T extends Result>(call: Call, read: (exchange: Exchange) => T): Promise<T> {
    const request = signRequest(call.fields, this.settings, call.kind === 'create-invoice' ? 'json' : 'form');
    const startedAt = this.clock.now();
    const started = performance.now();
    const maxBytes = call.kind.startsWith('settlement-') ? SETTLEMENT_BYTES : undefined;
    const exchange = await this.client.post(this.pathOf(call.kind), request, maxBytes);
    const durationMs = Math.round(performance.now() - started);
    const result = read(exchange);
    const recorded = this.record({
      kind: call.kind,
      reference: call.reference,
      startedAt,
      durationMs,
      httpStatus: exchange.httpStatus,
      outcome: outcomeOf(result),
      requestMasked: maskRequest(call.fields),
      responseMasked: maskAnswer(exchange.text, this.settings.secretKey, this.settings.previousSecretKey ?? ''),
      ...(call.requestId === undefined ? {} : { requestId: call.requestId }),
    });
    // An order is recorded before its answer is used; a query changes nothing at the bank, so it need not wait.
    if (call.kind !== 'status') await recorded;
    return result;
  }

  private async record(call: GatewayCall): Promise<void> {
    try {
      await this.recorder.record(call);
    } catch (error) {
      this.logger.error(`exchange ${call.kind} ${call.reference} (${call.outcome}) was not recorded: ${String(error)}`);
    }
  }
}

function outcomeOf(result: Result): string {
  const more = result.reason ?? result.field ?? result.code;
  return (more === undefined || more === '' ? result.kind : `${result.kind}:${more}`).slice(0, 40);
}
