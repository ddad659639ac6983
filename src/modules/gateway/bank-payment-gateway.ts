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
import type { Exchange, NotSent, Unknown } from './exchange.js';
import { GatewayCallRecorder, type GatewayCall } from './gateway-call-recorder.js';
import type { GatewaySettings } from './gateway-settings.js';
import { readInvoiceAnswer } from './invoice-answer.js';
import { invoiceFields } from './invoice-request.js';
import { maskAnswer, maskRequest } from './masking.js';
import { Merchants } from './merchants.js';
import {
  type AtMerchant,
  PaymentGateway,
  type InvoiceRequest,
  type InvoiceResult,
  type RefundCommand,
  type RefundQuery,
  type RefundResult,
  type RefundStatusResult,
  type SettlementListQuery,
  type SettlementPageQuery,
  type SettlementStatusQuery,
  type StatusQuery,
  type StatusResult,
} from './payment-gateway.js';
import { readRefundAnswer, readRefundStatusAnswer } from './refund-answer.js';
import { readSettlementList, readSettlementPage, readSettlementStatus } from './settlement-answer.js';
import type { SettlementListResult, SettlementPageResult, SettlementStatusResult } from './settlement-results.js';
import { signRequest, type RequestFields } from './signed-request.js';
import { readStatusAnswer } from './status-answer.js';

interface Call<T> {
  kind: GatewayCall['kind'];
  reference: string;
  fields: RequestFields;
  read: (exchange: Exchange) => T;
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
    private readonly merchants: Merchants,
    private readonly client: BankHttpClient,
    private readonly recorder: GatewayCallRecorder,
    private readonly clock: Clock,
  ) {
    super();
  }

  override async createInvoice(order: InvoiceRequest): Promise<InvoiceResult> {
    return this.exchange(order, (merchant) => ({
      kind: 'create-invoice',
      reference: order.invoiceNo,
      fields: invoiceFields(order, merchant),
      read: (exchange) => readInvoiceAnswer(exchange, order.invoiceNo, merchant),
    }));
  }

  override async queryStatus(query: StatusQuery): Promise<StatusResult> {
    const answer = await this.exchange(query, (merchant) => ({
      kind: 'status',
      reference: query.originalTxnNo,
      fields: statusFields(query, merchant),
      read: (exchange): StatusResult => readStatusAnswer(exchange, query, merchant),
    }));
    return answer.kind === 'not-sent' ? unsentQuery(answer) : answer;
  }

  override async refund(order: RefundCommand): Promise<RefundResult> {
    return this.exchange(order, (merchant) => ({
      kind: 'refund',
      reference: order.refundRef,
      fields: refundFields(order, merchant),
      read: (exchange) => readRefundAnswer(exchange, order.refundRef, merchant),
    }));
  }

  override async queryRefund(query: RefundQuery): Promise<RefundStatusResult> {
    const answer = await this.exchange(query, (merchant) => ({
      kind: 'status',
      reference: query.refundRef,
      fields: statusFields({ originalTxnNo: query.refundRef }, merchant),
      read: (exchange): RefundStatusResult => readRefundStatusAnswer(exchange, query.refundRef, merchant),
    }));
    return answer.kind === 'not-sent' ? unsentQuery(answer) : answer;
  }

  override async listSettlements(query: SettlementListQuery): Promise<SettlementListResult> {
    return this.exchange(query, (merchant) => ({
      kind: 'settlement-list',
      reference: query.day,
      fields: settlementListFields(query.day, merchant),
      read: readSettlementList,
    }));
  }

  override async settlementPage(query: SettlementPageQuery): Promise<SettlementPageResult> {
    return this.exchange(query, (merchant) => ({
      kind: 'settlement-page',
      reference: query.settlementId,
      fields: settlementPageFields(query, merchant),
      read: (exchange) => readSettlementPage(exchange, query.day),
    }));
  }

  override async settlementStatus(query: SettlementStatusQuery): Promise<SettlementStatusResult> {
    return this.exchange(query, (merchant) => ({
      kind: 'settlement-status',
      reference: query.originalTxnNo,
      fields: settlementStatusFields(query.originalTxnNo, merchant),
      read: (exchange) => readSettlementStatus(exchange, query.originalTxnNo, merchant),
    }));
  }

  override settled(): Promise<void> {
    return this.recorder.settled();
  }

  /** At the merchant of the call. Nothing is sent, and nothing recorded, for a merchant that is not configured. */
  private async exchange<T extends Result>(
    { merchantProfile, requestId }: AtMerchant & { requestId?: string },
    callAt: (merchant: GatewaySettings) => Call<T>,
  ): Promise<T | NotSent> {
    const merchant = this.merchants.find(merchantProfile);
    if (merchant === null) {
      const detail = `GATEWAY_PROFILES does not name the merchant profile ${merchantProfile}`;
      this.logger.error({ msg: 'the merchant profile of a bank call is not configured', profile: merchantProfile });
      return { kind: 'not-sent', reason: 'no-merchant', detail };
    }
    const call = callAt(merchant);
    const request = signRequest(call.fields, merchant, call.kind === 'create-invoice' ? 'json' : 'form');
    const startedAt = this.clock.now();
    const started = performance.now();
    const maxBytes = call.kind.startsWith('settlement-') ? SETTLEMENT_BYTES : undefined;
    const exchange = await this.client.post(merchant.baseUrl, pathOf(call.kind, merchant), request, maxBytes);
    const durationMs = Math.round(performance.now() - started);
    const result = call.read(exchange);
    const recorded = this.record({
      kind: call.kind,
      reference: call.reference,
      startedAt,
      durationMs,
      httpStatus: exchange.httpStatus,
      outcome: outcomeOf(result),
      requestMasked: maskRequest(call.fields),
      responseMasked: maskAnswer(exchange.text, merchant.secretKey, merchant.previousSecretKey ?? ''),
      ...(requestId === undefined ? {} : { requestId }),
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

/** Settlement lines have a path of their own. */
function pathOf(kind: GatewayCall['kind'], { invoicePath, commandPath }: GatewaySettings): string {
  if (kind === 'create-invoice') return invoicePath;
  return kind === 'settlement-page'
    ? `${commandPath.slice(0, commandPath.lastIndexOf('/') + 1)}settlementDetails`
    : commandPath;
}

/** A query can be repeated safely, so `not-sent` is just another unknown. */
function unsentQuery({ reason, detail }: NotSent): Unknown<'not-sent'> {
  return { kind: 'unknown', reason: 'not-sent', detail: `${reason}: ${detail}` };
}

function outcomeOf(result: Result): string {
  const more = result.reason ?? result.field ?? result.code;
  return (more === undefined || more === '' ? result.kind : `${result.kind}:${more}`).slice(0, 40);
}
