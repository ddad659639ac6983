import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../../database/unit-of-work.js';
import { wholeNumber } from '../../../database/whole-number.js';
import type { TokenType } from '../../../domain/payment/token-catalogue.js';
import { isIn } from '../payment-filter.js';
import type { SellerCounts } from './counter-cells.repository.js';

type Pairs = Record<TokenType, number>;

const KEPT = 64;

/**
 * Unique pairs of customer (by email) and tier among the completed payments of some projects. A customer of two projects is one, so
 * the numbers of projects cannot be summed: they are counted from the payments, once for each version of the counters.
 */
@Injectable()
export class ProjectPairs {
  private readonly known = new Map<string, { version: number; pairs: Promise<Pairs> }>();

  constructor(private readonly uow: UnitOfWork) {}

  /** Exact. @param counts of all sellers and projects @param projectIds undefined: all projects */
  of(counts: SellerCounts, projectIds: readonly number[] | undefined): Promise<Pairs> {
    // Also where the others have sold nothing: the counter knows.
    if (projectIds === undefined || counts.isCompletedWithin(projectIds)) return Promise.resolve(counts.pairs);
    const name = projectIds.join();
    const version = counts.pairsVersion(projectIds);
    const known = this.known.get(name);
    if (known?.version === version) return known.pairs;
    const pairs = this.count(projectIds);
    pairs.catch(() => this.known.delete(name));
    this.known.delete(name);
    this.known.set(name, { version, pairs });
    const [oldest] = this.known.keys();
    if (this.known.size > KEPT && oldest !== undefined) this.known.delete(oldest);
    return pairs;
  }

  /** Customers first, since most of them have several payments. */
  private async count(projectIds: readonly number[]): Promise<Pairs> {
    const hint = this.uow.isSqlite ? '' : ' FORCE INDEX (ix_payments_project)';
    const rows = await this.uow.read<{ tokenType: TokenType; total: unknown }>(
      `SELECT s.token_type AS tokenType, COUNT(DISTINCT c.email_key) AS total FROM (
         SELECT DISTINCT p.token_type, p.customer_id FROM payments p${hint}
          WHERE ${isIn('p.project_id', projectIds)} AND p.status = 'completed'
       ) s JOIN customers c ON c.id = s.customer_id GROUP BY s.token_type`,
      [...projectIds],
    );
    const of = (type: TokenType) => wholeNumber(rows.find(({ tokenType }) => tokenType === type)?.total ?? 0);
    return { gold: of('gold'), silver: of('silver'), platinum: of('platinum') };
  }
}
