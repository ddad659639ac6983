import { Injectable } from '@nestjs/common';
import { Clock } from '../../runtime/clock.js';
import { requestContext } from '../../runtime/request-context.js';
import { type BankPayout, type BankPayoutLine, Merchants, PaymentGateway } from '../gateway/index.js';
import type { ReportedPayout, SettlementReport } from './settlement-report.js';

const MAX_LINES = 100_000;
const LIMIT_MS = 120_000;

type Failed = Exclude<Awaited<ReturnType<PaymentGateway['listSettlements']>>, { kind: 'listed' }>;

/** Asks the bank for a day's payouts, merchant by merchant and page by page. Never inside a unit of work. */
@Injectable()
export class BankReport {
  constructor(
    private readonly gateway: PaymentGateway,
    private readonly merchants: Merchants,
    private readonly clock: Clock,
  ) {}

  /** Never throws for anything that the bank does: what could not be read is named in `problem`. */
  async read(day: string): Promise<SettlementReport> {
    const payouts: ReportedPayout[] = [];
    const problems: string[] = [];
    for (const { profile } of this.merchants.all()) {
      const report = await this.readOf(profile, day);
      payouts.push(...report.payouts);
      if (report.problem === null) continue;
      problems.push(profile === null ? report.problem : `Merchant profile ${profile}: ${report.problem}`);
    }
    return { payouts, problem: problems.length > 0 ? problems.join('; ') : null };
  }

  private async readOf(merchantProfile: string | null, day: string): Promise<SettlementReport> {
    const until = this.clock.now().getTime() + LIMIT_MS;
    const listed = await this.gateway.listSettlements({ merchantProfile, day, ...requestOf() });
    if (listed.kind !== 'listed') return { payouts: [], problem: `The bank's list: ${failureText(listed)}` };
    const payouts: ReportedPayout[] = [];
    const problems: string[] = [];
    let room = MAX_LINES;
    for (const payout of listed.payouts) {
      const read = await this.linesOf({ ...payout, merchantProfile }, day, { until, room });
      if (typeof read === 'string') {
        problems.push(`Settlement ${payout.settlementId}: ${read}`);
        continue;
      }
      room -= read.lines.length;
      payouts.push({ ...payout, utr: payout.utr ?? read.utr, merchantProfile, lines: read.lines });
    }
    return { payouts, problem: problems.length > 0 ? problems.join('; ') : null };
  }

  /**
   * Reads until the bank names no next page or lists nothing (docs/bank-protocol.md#settlement). Ends in any case: a cursor is
   * followed once, and whatever is listed counts for the limit.
   * @returns all settled lines with the UTR that a page names first, or why there are none; an incomplete payout is not used
   */
  private async linesOf(
    { settlementId, merchantProfile }: BankPayout & { merchantProfile: string | null },
    day: string,
    limits: { until: number; room: number },
  ): Promise<{ lines: BankPayoutLine[]; utr: string | null } | string> {
    const lines: BankPayoutLine[] = [];
    let utr: string | null = null;
    const cursors = new Set<string>();
    let listed = 0;
    for (let lastTxnId: string | null = null; ;) {
      if (this.clock.now().getTime() > limits.until) return 'the bank took too long';
      const query = {
        merchantProfile,
        settlementId,
        day,
        ...(lastTxnId === null ? {} : { lastTxnId }),
        ...requestOf(),
      };
      const page = await this.gateway.settlementPage(query);
      if (page.kind !== 'page') return failureText(page);
      lines.push(...page.lines);
      utr ??= page.utr;
      listed += page.itemCount;
      if (listed > limits.room) return `more than ${MAX_LINES} lines`;
      lastTxnId = page.lastTxnId;
      if (lastTxnId === null || page.itemCount === 0) return { lines, utr };
      if (cursors.has(lastTxnId)) return 'the pages do not end';
      cursors.add(lastTxnId);
    }
  }
}

function requestOf(): { requestId?: string } {
  const requestId = requestContext()?.requestId;
  return requestId === undefined ? {} : { requestId };
}

function failureText(failed: Failed): string {
  if (failed.kind === 'refused') return `refused with code ${failed.code}${failed.text ? `, ${failed.text}` : ''}`;
  if (failed.kind === 'not-sent') return 'the bank could not be reached';
  return `no usable answer (${failed.reason}: ${failed.detail})`;
}
