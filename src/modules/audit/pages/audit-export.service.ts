import { Injectable } from '@nestjs/common';
import { AuditService } from '../chain/audit.service.js';
import { CSV_START, csvLine } from '../../../domain/files/csv.js';
import { istDateTime, istDayOf } from '../../../domain/calendar/ist-day.js';
import type { ProjectScope } from '../../../domain/projects/project-filter.js';
import { Clock } from '../../../runtime/clock.js';
import { type AuditFilter, readAuditFilter } from './audit-filter.js';
import { AuditNames } from './audit-names.queries.js';
import { presentAuditRow } from './audit.presenter.js';
import { type AuditPosition, AuditQueries } from './audit.queries.js';
import { Refusal } from '../../../runtime/refusal.js';

const BLOCK = 1000;
const HEADER = [
  'Row', 'Place in chain', 'Time (IST)', 'Who', 'Email', 'Action', 'What', 'Subject type', 'Subject', 'Payment',
  'From', 'To', 'Reason', 'Request', 'Hash',
]; // prettier-ignore

export interface CsvFile {
  name: string;
  lines: AsyncGenerator<string>;
}

/**
 * Exports the rows of a filter, read block by block while the file is sent, in constant memory and without an open transaction.
 */
@Injectable()
export class AuditExport {
  constructor(
    private readonly queries: AuditQueries,
    private readonly names: AuditNames,
    private readonly audit: AuditService,
    private readonly clock: Clock,
  ) {}

  /**
   * Audited itself, before the first row is sent.
   * @param headOnly for HEAD: nothing is sent, so nothing is audited
   * @throws FIELD_ERRORS
   */
  async start(query: Record<string, unknown>, scope: ProjectScope, headOnly: boolean): Promise<CsvFile> {
    const now = this.clock.now();
    const { filter, filters, cursor, problems } = readAuditFilter(query, now, scope);
    if (cursor) problems[cursor.side] = 'An export has no pages';
    if (Object.keys(problems).length > 0) throw new Refusal('FIELD_ERRORS', { details: problems });
    const name = `audit-log-${istDayOf(now)}.csv`;
    if (headOnly) return { name, lines: nothing() };
    // Rows written during the download are not part of it.
    const [newest] = await this.queries.page(filter, { cursor: null, limit: 1 });
    const chosen = Object.entries(filters).filter(([, value]) => value !== '');
    await this.audit.write({
      action: 'audit.exported',
      subjectType: 'audit',
      subjectId: 'log',
      reason: chosen.map(([name, value]) => filterText(name, value)).join(', ') || 'everything',
    });
    return { name, lines: this.lines(filter, newest ?? null) };
  }

  private async *lines(filter: AuditFilter, newest: AuditPosition | null): AsyncGenerator<string> {
    yield CSV_START + csvLine(HEADER);
    let next = newest && { side: 'before' as const, at: newest.at, id: newest.id + 1 };
    while (next) {
      const rows = await this.queries.page(filter, { cursor: next, limit: BLOCK });
      const names = await this.names.of(rows);
      yield rows
        .map((row) => {
          const { actor, action, actionLabel, subject, from, to } = presentAuditRow(row, names);
          return csvLine([
            row.id, row.seq, istDateTime(row.at), actor.label, actor.email, action, actionLabel, subject.type, subject.id,
            subject.paymentId, from, to, row.reason, row.requestId, row.hash,
          ]); // prettier-ignore
        })
        .join('');
      const last = rows.at(-1);
      next = last && rows.length === BLOCK ? { side: 'before', at: last.at, id: last.id } : null;
    }
  }
}

/** A search text may name a customer, and the log is never erased. */
function filterText(filter: string, value: string): string {
  if (filter === 'text') return 'a text';
  return filter === 'subject' && value.includes('@') ? 'subject: an email address' : `${filter}: ${value}`;
}

async function* nothing(): AsyncGenerator<string> {}
