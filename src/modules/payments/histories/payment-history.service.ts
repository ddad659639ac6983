import { Injectable } from '@nestjs/common';
import type { PaymentHistoryData, TransactionsData } from '../../../contracts/histories.js';
import { PAGE_SIZE, pageRequest } from '../../../domain/files/pagination.js';
import type { Principal } from '../../../http/index.js';
import { maskSealedPan } from '../../../runtime/sealed-pan.js';
import { Vault } from '../../../runtime/vault.js';
import { presentHistory, presentTransaction } from './payment-history.presenter.js';
import { currentTokenTypeOf, PaymentHistoryQueries } from './payment-history.queries.js';
import { paymentScopeOf } from '../../payment-lists/index.js';
import { PaymentsQueries, summaryOf } from '../payments.queries.js';

/** Histories for staff: one token's line, or all payments that they may see. */
@Injectable()
export class PaymentHistoryService {
  constructor(
    private readonly lines: PaymentHistoryQueries,
    private readonly queries: PaymentsQueries,
    private readonly vault: Vault,
  ) {}

  /** @throws PAYMENT_NOT_FOUND */
  async ofToken(user: Principal, tokenNumber: string): Promise<PaymentHistoryData> {
    const line = await this.lines.getLine(tokenNumber, paymentScopeOf(user));
    return presentHistory(line, currentTokenTypeOf(line), maskSealedPan(this.vault, line.root.panCiphertext));
  }

  async transactions(user: Principal, query: Record<string, unknown>): Promise<TransactionsData> {
    const page = pageRequest(query.page, query.limit, PAGE_SIZE.most);
    const { rows, pagination, figures } = await this.queries.overview(
      paymentScopeOf(user),
      page,
      query.total === 'exact',
    );
    return {
      transactions: rows.map(presentTransaction),
      summary: summaryOf(figures),
      pagination,
    };
  }
}
