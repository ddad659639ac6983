import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS, type Settings } from '../../config/settings.token.js';
import type { CompleteFlowTest, FlowStep, ShownFields, TestStatus } from '../../contracts/testing.js';
import { hashMessageV1, secureHashV1 } from '../../domain/bank-hash/secure-hash.js';
import {
  GatewaySettings,
  type InvoiceRequest,
  invoiceFields,
  type InvoiceResult,
  readCallback,
} from '../gateway/index.js';
import { type BankTrace, BankTraces } from './bank-traces.js';
import { isPractice } from './signing-policy.js';
import { invoiceWords, TestPayments } from './test-payments.service.js';
import { DOCUMENTED_KEY, DOCUMENTED_RETURN } from './documented-vectors.js';

/**
 * Checks the verification of returns: the documented return is accepted under its own key, an altered one is not, nor is it under
 * the merchant's key. Signs nothing.
 */
export function callbackStep(bank: Pick<GatewaySettings, 'secretKey'>): FlowStep {
  const { fields, merchantId, expectedHash } = DOCUMENTED_RETURN;
  const documented = { secretKey: DOCUMENTED_KEY, merchantId };
  const judge = (values: Record<string, string>, keys: { secretKey: string; merchantId: string }) =>
    readCallback({ entries: Object.entries({ ...values, secureHash: expectedHash }) }, keys).hashValid;
  const checks = [
    judge(fields, documented),
    !judge({ ...fields, amount: '1.00' }, documented),
    bank.secretKey === DOCUMENTED_KEY || !judge(fields, { secretKey: bank.secretKey, merchantId }),
  ];
  const ok = checks.every(Boolean);
  const detail = ok
    ? 'The documented return is believed, an altered one is not.'
    : 'A return is judged wrongly: nothing that the bank sends back can be relied on.';
  return { name: 'Callback hash check', state: ok ? 'ok' : 'failed', detail, fields: null };
}

/** The complete flow of one rupee up to the bank's page and back; nobody pays. */
@Injectable()
export class CompleteFlow {
  constructor(
    private readonly payments: TestPayments,
    private readonly traces: BankTraces,
    private readonly bank: GatewaySettings,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  async run(): Promise<CompleteFlowTest> {
    const { order, result } = await this.payments.invoice();
    const trace = await this.traces.last('create-invoice', order.invoiceNo);
    const status = result.kind === 'created' ? await this.payments.status(order.invoiceNo) : null;
    const steps = [
      step('Request built', true, 'The fields of an invoice over one rupee.', trace.request),
      this.hashStep(order, result),
      invoiceStep(result, trace),
      redirectStep(result),
      statusStep(status),
      callbackStep(this.bank),
    ];
    return { reference: order.invoiceNo, steps, passed: steps.every(({ state }) => state === 'ok') };
  }

  /** Signed by the gateway; the digest is shown only where its key is public. */
  private hashStep(order: InvoiceRequest, result: InvoiceResult): FlowStep {
    const name = 'Hash accepted by the bank';
    const { made, digest } = this.signature(order);
    const refused = result.kind === 'refused' && result.hashMismatch;
    if (refused) return step(name, false, `${made}: the bank refuses it.`, null);
    const answered = result.kind === 'created' || result.kind === 'exists' || result.kind === 'refused';
    if (!answered) return { name, state: 'skipped', detail: made, fields: null };
    return step(name, true, `${made}.`, digest === null ? null : { secureHash: digest });
  }

  private signature(order: InvoiceRequest): { made: string; digest: string | null } {
    if (this.bank.hashVersion === 'v2') return { made: 'HMAC-SHA256 over the exact JSON body (V2)', digest: null };
    const fields = invoiceFields(order, this.bank);
    const made = `HMAC-SHA256 over a message of ${hashMessageV1(fields).length} characters`;
    return { made, digest: isPractice(this.settings) ? secureHashV1(fields, this.bank.secretKey) : null };
  }
}

function step(name: string, ok: boolean, detail: string, fields: ShownFields | null): FlowStep {
  return { name, state: ok ? 'ok' : 'failed', detail, fields };
}

function invoiceStep(result: InvoiceResult, trace: BankTrace): FlowStep {
  const { httpStatus, durationMs, response } = trace;
  const took = `HTTP ${httpStatus ?? 'none'}, ${durationMs ?? 0} ms`;
  return step('Invoice made', result.kind === 'created', `${invoiceWords(result)} (${took})`, response);
}

function redirectStep(result: InvoiceResult): FlowStep {
  const name = 'Payment page on an allowed host';
  if (result.kind === 'created') return step(name, true, new URL(result.redirectUrl).host, null);
  const elsewhere = result.kind === 'refused' && result.code === 'REDIRECT_HOST';
  if (elsewhere) return step(name, false, result.text, null);
  return { name, state: 'skipped', detail: 'There is no payment page.', fields: null };
}

/** Nobody has paid, so anything but a signed "not paid yet" is a fault. */
function statusStep(status: TestStatus | null): FlowStep {
  const name = 'STATUS answer';
  if (status === null) return { name, state: 'skipped', detail: 'There is no invoice.', fields: null };
  const ok = status.state === 'not-found' || status.state === 'pending';
  const words = [status.outcome, status.code, status.text].filter(Boolean).join(' · ');
  const took = `HTTP ${status.httpStatus ?? 'none'}, ${status.durationMs ?? 0} ms`;
  return step(name, ok, `${words} (${took})`, status.response);
}
