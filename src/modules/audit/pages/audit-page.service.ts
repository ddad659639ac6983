import { Injectable } from '@nestjs/common';
import type { AuditChain, AuditList, AuditPage } from '../../../contracts/audit.js';
import type { ApiSuccess } from '../../../contracts/common.js';
import { OFFICE_MESSAGES } from '../../../contracts/messages-office.js';
import { AuditSealer } from '../chain/audit-sealer.js';
import { AuditVerifier } from '../chain/audit-verifier.js';
import { AuditService } from '../chain/audit.service.js';
import { AUDIT_ACTIONS, AUDIT_ACTORS } from '../../../domain/audit/audit-actions.js';
import type { ProjectScope } from '../../../domain/projects/project-filter.js';
import type { Principal } from '../../../http/index.js';
import { Clock } from '../../../runtime/clock.js';
import { type AuditCursor, readAuditFilter, type ReadFilter } from './audit-filter.js';
import { AuditNames } from './audit-names.queries.js';
import { presentAuditRow, presentChain } from './audit.presenter.js';
import { AuditQueries } from './audit.queries.js';
import { Refusal } from '../../../runtime/refusal.js';

const PAGE_SIZE = 25;
/** Rows verified for a page; the command line verifies the whole chain. */
const CHECKED_AT_MOST = 5000;
const EMPTY: AuditList = { rows: [], newer: null, older: null };

/** The projects that somebody may see, and whether there are several events. */
type Viewer = Pick<Principal, 'projectIds' | 'severalEvents'>;

@Injectable()
export class AuditPageService {
  constructor(
    private readonly queries: AuditQueries,
    private readonly names: AuditNames,
    private readonly sealer: AuditSealer,
    private readonly verifier: AuditVerifier,
    private readonly audit: AuditService,
    private readonly clock: Clock,
  ) {}

  /** An unreadable filter shows no rows, and its problems. */
  async page(query: Record<string, unknown>, viewer: Viewer): Promise<AuditPage> {
    const read = readAuditFilter(query, this.clock.now(), viewer.projectIds);
    const list = (await this.list(read)) ?? EMPTY;
    const staff = (await this.names.staff()).map(({ id, name, email }) => ({
      value: `user:${id}`,
      label: `${name} (${email})`,
    }));
    const { filters, problems } = read;
    const others = AUDIT_ACTORS.map(({ kind, label }) => ({ value: kind, label }));
    return {
      ...list,
      filters,
      problems,
      chain: await this.chain(),
      actors: [...others, ...staff],
      actions: [...AUDIT_ACTIONS],
      ...(viewer.severalEvents && { projects: await this.names.projects(viewer.projectIds) }),
    };
  }

  /** @throws FIELD_ERRORS */
  async answer(
    query: Record<string, unknown>,
    scope: ProjectScope,
  ): Promise<ApiSuccess<AuditList & { chain: AuditChain }>> {
    const read = readAuditFilter(query, this.clock.now(), scope);
    const list = await this.list(read);
    if (!list) throw new Refusal('FIELD_ERRORS', { details: read.problems });
    return { success: true, data: { ...list, chain: await this.chain() } };
  }

  async verify(): Promise<ApiSuccess<AuditChain>> {
    await this.sealer.seal();
    const { from, lastSeq, fault } = await this.verifier.verifyRecent(CHECKED_AT_MOST);
    await this.audit.write({
      action: 'audit.verified',
      subjectType: 'audit',
      subjectId: 'log',
      toValue: fault ? fault.kind : 'whole',
      reason: `#${from} to #${lastSeq}`,
    });
    return { success: true, data: await this.chain() };
  }

  /** @returns null when a parameter cannot be read; `problems` then says why */
  private async list({ filter, cursor, problems }: ReadFilter): Promise<AuditList | null> {
    const from = cursor && (await this.queries.positionOf(cursor.id));
    if (cursor && !from) problems[cursor.side] = OFFICE_MESSAGES.audit.cursor;
    if (Object.keys(problems).length > 0) return null;
    const found = await this.queries.page(filter, {
      cursor: cursor && from ? { ...cursor, at: from.at } : null,
      limit: PAGE_SIZE + 1,
    });
    return this.cut(found, cursor);
  }

  /** One extra row shows whether there are more; after a cursor the row that it names exists. */
  private async cut(found: Parameters<AuditNames['of']>[0], cursor: AuditCursor | null): Promise<AuditList> {
    const hasMore = found.length > PAGE_SIZE;
    const isBack = cursor?.side === 'after';
    const shown = isBack ? found.slice(-PAGE_SIZE) : found.slice(0, PAGE_SIZE);
    const names = await this.names.of(shown);
    const first = shown[0];
    const last = shown.at(-1);
    return {
      rows: shown.map((row) => presentAuditRow(row, names)),
      newer: first && (isBack ? hasMore : cursor !== null) ? String(first.id) : null,
      older: last && (isBack || hasMore) ? String(last.id) : null,
    };
  }

  private async chain(): Promise<AuditChain> {
    return presentChain(await this.verifier.anchor(), await this.verifier.unsealed());
  }
}
