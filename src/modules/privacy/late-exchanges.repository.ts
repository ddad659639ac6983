import { Injectable } from '@nestjs/common';
import { In, LessThan } from 'typeorm';
import { GatewayCallEntity } from '../../database/entities/gateway-call.entity.js';
import { PaymentAttemptEntity } from '../../database/entities/payment-attempt.entity.js';
import { RefundEntity } from '../../database/entities/refund.entity.js';
import { UnitOfWork } from '../../database/unit-of-work.js';
import { withoutPerson } from './bank-text.js';

const CUSTOMERS_AT_ONCE = 50;
const REFERENCES_AT_ONCE = 100;

interface ErasedCustomer {
  id: number;
  placeholder: string;
}

/**
 * Exchanges with the bank that were recorded after their customer was erased: the bank is asked about money for days, and by staff at any
 * time, and no later erasure finds an erased customer.
 */
@Injectable()
export class LateExchanges {
  constructor(private readonly uow: UnitOfWork) {}

  /**
   * Erases the exchanges of the next erased customers.
   * @param after the placeholder with which the call before ended; empty for the first ones
   * @param dryRun only counts them
   */
  async erase(before: Date, after: string, dryRun: boolean): Promise<{ last: string | null; changed: number }> {
    const customers = await this.erasedAfter(after);
    const references = await this.referencesOf(customers.map(({ id }) => id));
    let changed = 0;
    for (let from = 0; from < references.length; from += REFERENCES_AT_ONCE)
      changed += await this.eraseAbout(references.slice(from, from + REFERENCES_AT_ONCE), before, dryRun);
    return { last: customers.at(-1)?.placeholder ?? null, changed };
  }

  /** `.` is the character after `-`: all placeholders, by the index. */
  private erasedAfter(placeholder: string): Promise<ErasedCustomer[]> {
    return this.uow.manager.query<ErasedCustomer[]>(
      `SELECT c.id, c.email_key AS placeholder FROM customers c
        WHERE c.email_key > ? AND c.email_key < 'erased.' AND c.email_key LIKE 'erased-%@invalid'
        ORDER BY c.email_key LIMIT ${CUSTOMERS_AT_ONCE}`,
      [placeholder || 'erased-'],
    );
  }

  private async referencesOf(customerIds: number[]): Promise<string[]> {
    const payment = { customerId: In(customerIds) };
    const { manager } = this.uow;
    const attempts = await manager
      .getRepository(PaymentAttemptEntity)
      .find({ select: { id: true, invoiceNo: true, bankMerchantTxnNo: true }, where: { payment } });
    const refunds = await manager
      .getRepository(RefundEntity)
      .find({ select: { id: true, bankReference: true }, where: { payment } });
    const ofAttempts = attempts.flatMap(({ invoiceNo, bankMerchantTxnNo }) => [invoiceNo, bankMerchantTxnNo]);
    const all = [...ofAttempts, ...refunds.map(({ bankReference }) => bankReference)];
    return [...new Set(all.filter((reference) => reference !== null))];
  }

  private eraseAbout(references: string[], before: Date, dryRun: boolean): Promise<number> {
    return this.uow.run(async (tx) => {
      const calls = tx.getRepository(GatewayCallEntity);
      let changed = 0;
      const old = await calls.find({
        select: { id: true, request: true, response: true },
        where: { reference: In(references), startedAt: LessThan(before) },
      });
      for (const { id, request, response } of old) {
        const without = { request: withoutPerson(request), response: withoutPerson(response) };
        if (without.request === request && without.response === response) continue;
        if (!dryRun) await calls.update({ id }, without);
        changed += 1;
      }
      return changed;
    });
  }
}
