import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS, type Settings } from '../../config/settings.token.js';
import { AuditService } from '../audit/index.js';
import { UnitOfWork } from '../../database/unit-of-work.js';
import { outboxFolder, writtenMailFiles } from '../../mail/index.js';
import { Clock } from '../../runtime/clock.js';
import { PersonalDataQueries, type HeldTraces } from './personal-data.queries.js';
import { openBusinessOf, type OpenBusiness, type OpenReason } from './open-business.js';
import { PersonalDataRepository } from './personal-data.repository.js';
import { Refusal } from '../../runtime/refusal.js';

const TEXTS: Readonly<Record<OpenReason, string>> = {
  open_link: 'its link can still be paid: cancel it first',
  at_bank: 'the bank is still asked about it',
  refund_under_way: 'a refund is under way',
  refund_watched: 'its refund may still come back, and the bank is asked about it',
  duplicate_charge: 'a duplicate charge has not been given back',
  review_open: 'a review of it is not decided yet',
};

/** Somebody may still have to contact this person, or owes them money. */
export class OpenBusinessLeft extends Refusal {
  constructor(readonly left: OpenBusiness[]) {
    super('OPEN_BUSINESS', { message: `The customer has open business:\n${left.map(lineOf).join('\n')}` });
  }
}

function lineOf({ paymentId, reason }: OpenBusiness): string {
  return `  payment ${paymentId}: ${TEXTS[reason]}`;
}

/** Number of changed rows by kind. */
export interface ErasedCounts {
  customers: number;
  payments: number;
  mails: number;
  bankMessages: number;
  answers: number;
  texts: number;
}

export interface ErasureOptions {
  /** Runs everything and rolls it back, so the counts are exact. */
  dryRun?: boolean;
  /** Callbacks without a payment below this id are not searched: the caller rebuilds all of them. */
  looseFrom?: number;
}

/** Rolls back the unit of work of a dry run. */
class Undone extends Error {
  constructor(readonly counts: ErasedCounts) {
    super('dry run');
  }
}

/**
 * Erases the person from a customer's rows and keeps amounts, numbers, times and bank references (docs/adr/0014-erasure.md). One
 * unit of work for each customer, so an interrupted run can be repeated.
 */
@Injectable()
export class Erasure {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
    private readonly rows: PersonalDataQueries,
    private readonly eraser: PersonalDataRepository,
    private readonly audit: AuditService,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** @throws OpenBusinessLeft with all of it, when any of the customers has open business */
  async assertNothingOpen(customerIds: number[]): Promise<void> {
    const left = [];
    for (const id of customerIds) left.push(...openBusinessOf(await this.rows.moneyOf(id), this.clock.now()));
    if (left.length > 0) throw new OpenBusinessLeft(left);
  }

  /** Idempotent. @throws OpenBusinessLeft, CUSTOMER_CHANGED */
  async erase(customerId: number, options: ErasureOptions): Promise<ErasedCounts> {
    try {
      return await this.uow.run(() => this.eraseInUnit(customerId, options));
    } catch (error) {
      if (error instanceof Undone) return error.counts;
      throw error;
    }
  }

  /** Audits what a purge erased besides customers. */
  async recordPurge({ answers, messages }: { answers: number; messages: number }): Promise<void> {
    await this.uow.run(() =>
      this.audit.write({
        action: 'privacy.purged',
        subjectType: 'customer',
        subjectId: 'none',
        reason: `kept answers ${answers}, bank messages ${messages}`,
      }),
    );
  }

  private async eraseInUnit(customerId: number, { dryRun, looseFrom }: ErasureOptions): Promise<ErasedCounts> {
    const held = await this.rows.moneyOf(customerId);
    const left = openBusinessOf(held, this.clock.now());
    if (left.length > 0) throw new OpenBusinessLeft(left);
    const traces = await this.rows.tracesOf(held, looseFrom);
    const money = await this.eraser.eraseMoney(held);
    const rest = await this.eraser.eraseTraces(traces, held);
    const counts = { ...rest, ...money, texts: money.texts + rest.texts };
    if (dryRun) throw new Undone(counts);
    // Before the commit: afterwards the address, by which the files are found, is gone.
    await this.removeWrittenMails(traces);
    if (Object.values(counts).every((count) => count === 0)) return counts;
    await this.audit.write({
      action: 'privacy.erased',
      subjectType: 'customer',
      subjectId: String(customerId),
      toValue: 'erased',
      reason: countsText(counts),
    });
    return counts;
  }

  /** Deletes mails that were written as files. A missing file is no error. */
  private async removeWrittenMails({ mails }: HeldTraces): Promise<void> {
    const folder = outboxFolder(this.settings.dataDir);
    for (const mail of mails) for (const file of writtenMailFiles(mail)) await rm(join(folder, file), { force: true });
  }
}

export function countsText(counts: ErasedCounts): string {
  return [
    `payments ${counts.payments}`,
    `mails ${counts.mails}`,
    `bank messages ${counts.bankMessages}`,
    `kept answers ${counts.answers}`,
    `texts ${counts.texts}`,
  ].join(', ');
}
