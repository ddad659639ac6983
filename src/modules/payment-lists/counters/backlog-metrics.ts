import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { REVIEW_REASONS } from '../../../domain/payment/review-rules.js';
import { Clock } from '../../../runtime/clock.js';
import { Metrics } from '../../../runtime/metrics.js';
import { readInstant, sqlInstant } from '../../../database/instants.js';
import { UnitOfWork } from '../../../database/unit-of-work.js';
import { wholeNumber } from '../../../database/whole-number.js';

/** Cache time of one database read. */
const KEEP_MS = 5000;

export interface WatchFigure {
  count: number;
  /** Age of the oldest; of attempts, the longest time without a usable answer. */
  ageSeconds: number;
}

const REFUNDS = ['requested', 'processing', 'unknown'];

interface Row {
  name: string;
  n: unknown;
  /** Oldest instant, as the driver returns it. */
  at: Date | string | null;
}

/** Since when an attempt is at the bank: an answer from before the last visit says nothing about it. */
const SENT = 'COALESCE(a.last_sent_at, a.sent_at)';

/**
 * Each part reads the start of an index, or counts rows that are normally few. "Nobody has paid yet" and "under way" are answers: a
 * customer who closed the bank's page leaves such an attempt until its link ends. Without one an attempt is as old as the last of them.
 */
const FIGURES = `
  SELECT 'unresolved' AS name, COUNT(*) AS n, MIN(CASE
      WHEN a.last_answer IN ('pending', 'not-found') AND a.last_checked_at >= ${SENT} THEN NULL
      ELSE COALESCE((SELECT c.started_at FROM gateway_calls c WHERE c.reference = a.invoice_no AND c.kind = 'status'
        AND (c.outcome LIKE 'pending%' OR c.outcome LIKE 'not-found%') AND c.started_at >= ${SENT} ORDER BY c.id DESC LIMIT 1), ${SENT})
    END) AS at
    FROM payment_attempts a WHERE a.open_payment_id IS NOT NULL AND a.sent_at IS NOT NULL
  UNION ALL SELECT 'due', COUNT(*), MIN(next_check_at) FROM payment_attempts WHERE next_check_at <= ?
  UNION ALL SELECT CONCAT('refund:', status), COUNT(*), MIN(created_at)
    FROM refunds WHERE status IN ('requested', 'processing', 'unknown') GROUP BY status
  UNION ALL SELECT CONCAT('review:', reason), COUNT(*), MIN(opened_at)
    FROM reviews WHERE state = 'open' GROUP BY reason
  UNION ALL SELECT 'mail', COUNT(*), MIN(created_at) FROM mail_outbox WHERE next_attempt_at IS NOT NULL`;

/** Backlog metrics from the database: what is waiting, and since when. */
@Injectable()
export class BacklogMetrics {
  private kept: { at: number; rows: Promise<Map<string, WatchFigure>> } | null = null;

  constructor(
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
    metrics: Metrics,
  ) {
    const age = (name: string) => async () => ({ '': (await this.read()).get(name)?.ageSeconds ?? 0 });
    const count = (name: string) => async () => ({ '': (await this.read()).get(name)?.count ?? 0 });
    metrics.gauge(
      'tokendesk_attempts_unresolved',
      'Attempts sent to the bank without a final answer',
      count('unresolved'),
    );
    metrics.gauge(
      'tokendesk_oldest_unresolved_attempt_seconds',
      'For how long the bank has given no usable answer about an attempt: the longest',
      age('unresolved'),
    );
    metrics.gauge('tokendesk_poll_due', 'Attempts that wait to be checked', count('due'));
    metrics.gauge('tokendesk_poll_lag_seconds', 'By how much the oldest due check is late', age('due'));
    metrics.gauge('tokendesk_mail_queued', 'Mails that wait to be sent', count('mail'));
    metrics.gauge('tokendesk_mail_oldest_queued_seconds', 'Since the oldest waiting mail was written', age('mail'));
    metrics.gauge(
      'tokendesk_refunds_open',
      'Refunds without a final answer',
      () => this.labelled('refund', REFUNDS),
      'status',
    );
    metrics.gauge(
      'tokendesk_reviews_open',
      'What a person has to decide: mismatches, duplicate charges, reversals, unclear refunds',
      () => this.labelled('review', REVIEW_REASONS),
      'reason',
    );
  }

  /** Zeros included: a missing metric raises no alarm. */
  private async labelled(kind: string, labels: readonly string[]): Promise<Record<string, number>> {
    const rows = await this.read();
    return Object.fromEntries(labels.map((label) => [label, rows.get(`${kind}:${label}`)?.count ?? 0]));
  }

  private read(): Promise<Map<string, WatchFigure>> {
    const now = this.clock.now().getTime();
    if (!this.kept || now - this.kept.at > KEEP_MS || now < this.kept.at) {
      this.kept = { at: now, rows: readWatchFigures(this.uow.manager, now) };
      // A failed read is not cached.
      this.kept.rows.catch(() => {
        this.kept = null;
      });
    }
    return this.kept.rows;
  }
}

/**
 * By name: `unresolved`, `due`, `mail`, and, where there are any, `refund:<status>` and `review:<reason>`.
 * @param now milliseconds since 1970
 */
export async function readWatchFigures(manager: EntityManager, now: number): Promise<Map<string, WatchFigure>> {
  const rows = (await manager.query(FIGURES, [sqlInstant(new Date(now))])) as Row[];
  return new Map(
    rows.map(({ name, n, at }) => [
      name,
      { count: wholeNumber(n), ageSeconds: at ? Math.max(0, (now - readInstant(at).getTime()) / 1000) : 0 },
    ]),
  );
}
