import { Injectable } from '@nestjs/common';
import type { ShownFields } from '../../contracts/testing.js';
import { AuditLogEntity } from '../../database/entities/audit-log.entity.js';
import { GatewayCallEntity } from '../../database/entities/gateway-call.entity.js';
import { UnitOfWork } from '../../database/unit-of-work.js';
import { parseFlatJson } from '../../domain/flat-json.js';
import { PaymentGateway } from '../gateway/index.js';

/** What the audit log calls a test payment. */
export const TEST_PAYMENT = 'test_payment';
/** As newBankReference makes it. */
const TEST_REFERENCE = /^TP[1-9A-HJ-NP-Z]{18}$/;

export interface BankTrace {
  httpStatus: number | null;
  durationMs: number | null;
  request: ShownFields;
  response: ShownFields;
}

/** Reads what the product keeps of its exchanges with the bank, masked. */
@Injectable()
export class BankTraces {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly gateway: PaymentGateway,
  ) {}

  /** Whether a test payment was made here under this number: no other payment is ever asked about from a test page. */
  async isTestPayment(reference: string): Promise<boolean> {
    if (!TEST_REFERENCE.test(reference)) return false;
    return this.uow.manager.getRepository(AuditLogEntity).existsBy({ subjectType: TEST_PAYMENT, subjectId: reference });
  }

  /** The last exchange of this kind; empty when it could not be kept. */
  async last(kind: 'create-invoice' | 'status', reference: string): Promise<BankTrace> {
    await this.gateway.settled();
    const call = await this.uow.manager
      .getRepository(GatewayCallEntity)
      .findOne({ where: { kind, reference }, order: { id: 'DESC' } });
    return {
      httpStatus: call?.httpStatus ?? null,
      durationMs: call?.durationMs ?? null,
      request: shown(call?.request),
      response: shown(call?.response),
    };
  }
}

/** An answer that is no flat JSON object, or was cut, is shown as the text it is. */
function shown(text: string | undefined): ShownFields {
  if (text === undefined || text === '') return {};
  return { ...(parseFlatJson(text) ?? { text }) };
}
