import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../../database/unit-of-work.js';
import { wholeNumber } from '../../../database/whole-number.js';
import type { TokenType } from '../../../domain/payment/token-catalogue.js';
import { isIn } from '../payment-filter.js';
import type { SellerCounts } from './counter-cells.repository.js';
import { PaymentCounters } from './payment-counters.js';

type Pairs = Record<TokenType, number>;

const KEPT = 64;

/**
 * Unique pairs of customer (by email) and tier among the completed payments of some projects. Those of one project are a counter. A
 * customer of two projects is one, so the counters of several cannot be summed: their pairs are counted, once for each version of
 * the counters.
 */
@Injectable()
export class ProjectPairs {
  private readonly known = new Map<string, { version: number; pairs: Promise<Pairs> }>();

  constructor(
    private readonly uow: UnitOfWork,
    private readonly counters: PaymentCounters,
  ) {}

  /** Exact. @param counts of all sellers and projects @param projectIds undefined: all projects */
  async of(counts: SellerCounts, projectIds: readonly number[] | undefined): Promise<Pairs> {
    // Also where the others have sold nothing: the counter knows.
    if (projectIds === undefined || counts.isCompletedWithin(projectIds)) return counts.pairs;
    // Neither need those be asked that have sold nothing themselves.
    const selling = projectIds.filter((id) => counts.totalOf({ status: 'completed', projectIds: [id] }).total > 0);
    const [only = 0] = selling;
    return selling.length > 1 ? this.ofSeveral(counts, selling) : this.counters.pairsOfProject(only);
  }

  private ofSeveral(counts: SellerCounts, projectIds: readonly number[]): Promise<Pairs> {
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

  /** In the order of the key, in which a customer's projects stand side by side. */
  private async count(projectIds: readonly number[]): Promise<Pairs> {
    const rows = await this.uow.read<{ tokenType: TokenType; total: unknown }>(
      `SELECT token_type AS tokenType, COUNT(*) AS total FROM (
         SELECT DISTINCT email_key, token_type FROM project_pairs WHERE ${isIn('project_id', projectIds)} AND uses > 0
       ) pairs GROUP BY token_type`,
      [...projectIds],
    );
    const of = (type: TokenType) => wholeNumber(rows.find(({ tokenType }) => tokenType === type)?.total ?? 0);
    return { gold: of('gold'), silver: of('silver'), platinum: of('platinum') };
  }
}
