import { Injectable } from '@nestjs/common';
import type { ShownFields } from '../../contracts/testing.js';
import { parseFlatJson } from '../../domain/bank-hash/flat-json.js';
import { PaymentGateway } from '../gateway/index.js';
import { BankTracesQueries } from './bank-traces.queries.js';

/** Subject type of a test payment in the audit log. */
export const TEST_PAYMENT = 'test_payment';
/** The form of newBankReference('TP'). */
const TEST_REFERENCE = /^TP[1-9A-HJ-NP-Z]{18}$/;

export interface BankTrace {
  httpStatus: number | null;
  durationMs: number | null;
  request: ShownFields;
  response: ShownFields;
}

/** Reads recorded exchanges with the bank, masked. */
@Injectable()
export class BankTraces {
  constructor(
    private readonly queries: BankTracesQueries,
    private readonly gateway: PaymentGateway,
  ) {}

  /** Whether this is the number of a test payment: no other payment is asked about from a test page. */
  async isTestPayment(reference: string): Promise<boolean> {
    if (!TEST_REFERENCE.test(reference)) return false;
    return this.queries.isAudited(TEST_PAYMENT, reference);
  }

  /** The last exchange of this kind; empty when it was not recorded. */
  async last(kind: 'create-invoice' | 'status', reference: string): Promise<BankTrace> {
    await this.gateway.settled();
    const call = await this.queries.findLastCall(kind, reference);
    return {
      httpStatus: call?.httpStatus ?? null,
      durationMs: call?.durationMs ?? null,
      request: shown(call?.request),
      response: shown(call?.response),
    };
  }
}

/** An answer that is not flat JSON, or was truncated, is shown as text. */
function shown(text: string | undefined): ShownFields {
  if (text === undefined || text === '') return {};
  return { ...(parseFlatJson(text) ?? { text }) };
}
