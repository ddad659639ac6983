import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS, type Settings } from '../../config/settings.token.js';
import { AuditService } from '../../database/audit.js';
import { UnitOfWork } from '../../database/unit-of-work.js';
import { outboxFolder, writtenMailFiles } from '../../mail/index.js';
import { Clock } from '../../runtime/clock.js';
import { HeldRows, type HeldTraces } from './held-rows.js';
import { openBusinessOf } from './open-business.js';
import { OpenBusinessLeft } from './privacy.errors.js';
import { RowEraser } from './row-eraser.js';

/** How many rows of each kind were changed. */
export interface ErasedCounts {
  customers: number;
  payments: number;
  mails: number;
  bankMessages: number;
  answers: number;
  texts: number;
}

export interface ErasureOptions {
  /** Does everything and undoes it again, so that the counts are exact. */
  dryRun?: boolean;
}

/** Ends the unit of work of a dry run. */
class Undone extends Error {
  constructor(readonly counts: ErasedCounts) {
    super('dry run');
  }
}

/**
 * Takes the person out of a customer's rows and leaves the money: amounts, numbers, times and bank references. One customer is
 * one unit of work, so whatever interrupts a longer run, each is erased or not, and running it again goes on.
 */
@Injectable()
export class Erasure {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
    private readonly rows: HeldRows,
    private readonly eraser: RowEraser,
    private readonly audit: AuditService,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** @throws OpenBusinessLeft naming all of it, when any of the customers has open business */
  async assertNothingOpen(customerIds: number[]): Promise<void> {
    const left = [];
    for (const id of customerIds) left.push(...openBusinessOf(await this.rows.moneyOf(id), this.clock.now()));
    if (left.length > 0) throw new OpenBusinessLeft(left);
  }

  /** Erasing twice changes nothing more. @throws OpenBusinessLeft, CustomerChanged */
  async erase(customerId: number, options: ErasureOptions): Promise<ErasedCounts> {
    try {
      return await this.uow.run(() => this.eraseInUnit(customerId, options));
    } catch (error) {
      if (error instanceof Undone) return error.counts;
      throw error;
    }
  }

  /** What a purge took out beside the customers. */
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

  private async eraseInUnit(customerId: number, { dryRun }: ErasureOptions): Promise<ErasedCounts> {
    const held = await this.rows.moneyOf(customerId);
    const left = openBusinessOf(held, this.clock.now());
    if (left.length > 0) throw new OpenBusinessLeft(left);
    const traces = await this.rows.tracesOf(held);
    const money = await this.eraser.eraseMoney(held);
    const rest = await this.eraser.eraseTraces(traces, held);
    const counts = { ...rest, ...money, texts: money.texts + rest.texts };
    if (dryRun) throw new Undone(counts);
    // Before the commit: once the address is gone from the rows, nobody finds the files any more.
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

  /** Mails that were written as files, also before there was a mail server. A file that is gone is gone. */
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
