import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS, type Settings } from '../../config/settings.token.js';
import type { ApiSuccess } from '../../contracts/common.js';
import { MESSAGES } from '../../contracts/messages.js';
import type { PageProps } from '../../contracts/pages.js';
import type { CheckStatusData, DashboardData } from '../../contracts/payments.js';
import type { PaymentEntity } from '../../database/entities/payment.entity.js';
import { parseRupees } from '../../domain/money.js';
import { PAGE_SIZE, pageRequest } from '../../domain/pagination.js';
import { isInProgress, isPaid, statusLabel } from '../../domain/payment-status.js';
import { IdempotencyService, type Principal } from '../../http/index.js';
import { Clock } from '../../runtime/clock.js';
import { AttemptsRepository } from './attempts.repository.js';
import { type CreatedLink, CreateLinkService, type LinkOrder } from './create-link.service.js';
import { InvoiceOrders } from './invoice-orders.js';
import { paymentUrlOf, presentCheck, presentCreatedLink, presentRow } from './payment.presenter.js';
import type { CreateLinkDto } from './payments.dto.js';
import { PaymentsQueries } from './payments.queries.js';
import { ReissueService } from './reissue.service.js';
import { StatusChecker } from './status-checker.service.js';

interface Answer {
  status: number;
  body: unknown;
}

/** The use cases of staff: each limited to what the person may see. Another's payment is as unknown as none. */
@Injectable()
export class PaymentsDesk {
  constructor(
    private readonly queries: PaymentsQueries,
    private readonly links: CreateLinkService,
    private readonly reissues: ReissueService,
    private readonly checker: StatusChecker,
    private readonly attempts: AttemptsRepository,
    private readonly orders: InvoiceOrders,
    private readonly idempotency: IdempotencyService,
    private readonly clock: Clock,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** Own payments, for an admin too. */
  async dashboard(user: Principal, query: Record<string, unknown>): Promise<DashboardData> {
    const page = pageRequest(query.page, query.limit, PAGE_SIZE.dashboard);
    const search = searchText(query.search);
    const filter = { salesManagerId: user.userId, ...(search ? { search } : {}) };
    const { rows, pagination } = await this.queries.list(filter, page);
    const now = this.clock.now();
    return {
      allCustomers: rows.map((row) => presentRow(row, this.settings.appUrl, now)),
      tokenCounts: await this.queries.tokenCounts(user.userId),
      pagination,
    };
  }

  async dashboardPage(user: Principal, query: Record<string, unknown>): Promise<PageProps['Dashboard/Index']> {
    const data = await this.dashboard(user, query);
    return {
      ...data,
      heading: user.role === 'admin' ? 'My Dashboard - My Payments Only' : 'Dashboard',
      filters: { search: searchText(query.search) ?? '', page: data.pagination.currentPage },
      now: this.clock.now().toISOString(),
    };
  }

  createLink(user: Principal, body: CreateLinkDto, key: string | undefined): Promise<Answer> {
    const call = { caller: `user:${user.userId}`, operation: 'create-link', key, body };
    return this.idempotency.run(call, async (promise) => {
      const order = linkOrderOf(user, body);
      return this.createdAnswer(
        await this.links.create(order, async (made) => promise(await this.createdAnswer(made))),
      );
    });
  }

  /** Asks the bank now, unless it has just been asked. */
  async checkStatus(user: Principal, publicId: string): Promise<ApiSuccess<CheckStatusData>> {
    const payment = await this.own(user, publicId);
    const attempt = await this.attempts.findCurrent(payment.id);
    if (attempt && !isPaid(payment.status)) await this.checker.checkAttempt(attempt.id, 'staff');
    const fresh = await this.own(user, publicId);
    return { success: true, data: presentCheck(fresh), message: checkMessage(payment, fresh) };
  }

  async reissue(user: Principal, publicId: string) {
    const payment = await this.own(user, publicId);
    const { payment: renewed, opened } = await this.reissues.reissue(payment);
    return {
      paymentId: renewed.publicId,
      paymentUrl: paymentUrlOf(this.settings.appUrl, renewed),
      paymentLinkExpiresAt: renewed.expiresAt.toISOString(),
      status: renewed.status,
      invoiceNo: opened.attempt.invoiceNo,
      hasRedirectionURL: opened.attempt.redirectUrl !== null,
    };
  }

  private async createdAnswer(created: CreatedLink): Promise<Answer> {
    const order = await this.orders.orderFor(created.payment, created.attempt);
    const context = { appUrl: this.settings.appUrl, merchantId: this.settings.gateway.merchantId };
    const data = presentCreatedLink(created, order, context);
    return {
      status: 201,
      body: { success: true, data, message: data.warning ?? MESSAGES.link.created(created.customer.name) },
    };
  }

  private own(user: Principal, publicId: string): Promise<PaymentEntity> {
    return this.queries.get(publicId, user.role === 'admin' ? null : user.userId);
  }
}

function linkOrderOf(user: Principal, body: CreateLinkDto): LinkOrder {
  return {
    salesManagerId: user.userId,
    amount: parseRupees(body.amount) ?? 0,
    tokenType: body.tokenType,
    referenceType: body.referenceType,
    brokerName: body.referenceType === 'channelPartner' ? body.brokerName?.trim() || null : null,
    panCard: body.panCard ?? null,
    customer: {
      name: body.customerData.name.trim().replace(/\s+/g, ' '),
      email: body.customerData.email.trim(),
      phone: body.customerData.phone ?? null,
    },
  };
}

function checkMessage(before: PaymentEntity, after: PaymentEntity): string {
  if (after.status === 'completed' && isInProgress(before.status)) return MESSAGES.status.completed;
  return MESSAGES.status.is(statusLabel(after.status));
}

/** Only text counts; an array or object in the query string is no search. */
export function searchText(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() ? [...value.trim()].slice(0, 100).join('') : undefined;
}
