import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS, type Settings } from '../../config/settings.token.js';
import type { ApiSuccess } from '../../contracts/common.js';
import type { ReissueLinkData } from '../../contracts/links.js';
import { MESSAGES } from '../../contracts/messages.js';
import { filtersKey, type PageProps } from '../../contracts/pages.js';
import type { CheckStatusData, CreateLinkData, DashboardData } from '../../contracts/payments.js';
import type { PaymentEntity } from '../../database/entities/payment.entity.js';
import type { PaymentFilter } from '../payment-lists/index.js';
import { endOfIstDay } from '../../domain/payment/link-expiry.js';
import { parseRupees } from '../../domain/money/money.js';
import { PAGE_SIZE, pageRequest } from '../../domain/files/pagination.js';
import { isInProgress, isPaid, statusLabel } from '../../domain/payment/payment-status.js';
import { STATUS_FILTERS, statusCondition, type StatusFilter } from '../../domain/payment/status-filter.js';
import type { AnswerStore, Principal } from '../../http/index.js';
import { defer, type PropsInput } from '../../inertia/index.js';
import { Clock } from '../../runtime/clock.js';
import { AttemptsRepository } from './attempts.repository.js';
import { type CreatedLink, CreateLinkService, type CreateLinkCommand } from './links/create-link.service.js';
import { CreatedLinkPresenter } from './links/created-link.presenter.js';
import { paymentUrlOf, presentCheck, presentRow } from './payment.presenter.js';
import type { ReissueLinkDto } from './links/links.dto.js';
import type { CreateLinkDto } from './payments.dto.js';
import { PaymentsQueries } from './payments.queries.js';
import { ReissueService } from './links/reissue.service.js';
import { StatusChecker } from './status-checks/status-checker.service.js';

type DashboardPage = PageProps['Dashboard/Index'];
type DashboardProps = Omit<DashboardPage, 'exactTotal'> & PropsInput<Pick<DashboardPage, 'exactTotal'>>;

/** Use cases of staff, each limited to what the person may see; another seller's payment is not found. */
@Injectable()
export class StaffPaymentsService {
  constructor(
    private readonly queries: PaymentsQueries,
    private readonly links: CreateLinkService,
    private readonly reissues: ReissueService,
    private readonly checker: StatusChecker,
    private readonly attempts: AttemptsRepository,
    private readonly answers: CreatedLinkPresenter,
    private readonly clock: Clock,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** Own payments, for an admin too. */
  async dashboard(user: Principal, query: Record<string, unknown>): Promise<DashboardData> {
    const page = pageRequest(query.page, query.limit, PAGE_SIZE.dashboard);
    const now = this.clock.now();
    const filter = dashboardFilter(user, query, now);
    const { rows, pagination, figures } = await this.queries.overview(filter, page, query.total === 'exact');
    return {
      allCustomers: rows.map((row) => presentRow(row, this.settings.appUrl, now)),
      tokenCounts: figures.completed,
      pagination,
    };
  }

  async dashboardPage(user: Principal, query: Record<string, unknown>): Promise<DashboardProps> {
    const data = await this.dashboard(user, query);
    const { currentPage: page, totalIsCapped } = data.pagination;
    const filters = {
      search: searchText(query.search) ?? '',
      page,
      expires: expiresOf(query),
      status: statusOf(query.status),
    };
    const exactTotal = async () => {
      const asked = pageRequest(query.page, query.limit, PAGE_SIZE.dashboard);
      const filter = dashboardFilter(user, query, this.clock.now());
      const { totalCount, totalPages } = await this.queries.exactTotal(filter, asked);
      return { of: filtersKey(filters), totalCount, totalPages };
    };
    return {
      ...data,
      heading: user.role === 'admin' ? 'My Dashboard - My Payments Only' : 'Dashboard',
      filters,
      now: this.clock.now().toISOString(),
      exactTotal: totalIsCapped ? defer(exactTotal, 'total', { rescue: true }) : null,
    };
  }

  async createLink(user: Principal, body: CreateLinkDto, storeAnswer: AnswerStore) {
    const answerOf = (made: CreatedLink) => this.createdAnswer(made, user);
    return answerOf(
      await this.links.create(linkOrderOf(user, body), async (made) => storeAnswer(await answerOf(made))),
    );
  }

  /** Asks STATUS now, unless the last answer is fresh. */
  async checkStatus(user: Principal, publicId: string): Promise<ApiSuccess<CheckStatusData>> {
    const payment = await this.own(user, publicId);
    const attempt = await this.attempts.findCurrent(payment.id);
    if (attempt && !isPaid(payment.status)) await this.checker.checkAttempt(attempt.id, 'staff');
    const fresh = await this.own(user, publicId);
    return { success: true, data: presentCheck(fresh), message: checkMessage(payment, fresh) };
  }

  async reissue(user: Principal, publicId: string, { expiry }: ReissueLinkDto): Promise<ReissueLinkData> {
    const payment = await this.own(user, publicId);
    const { payment: renewed, opened } = await this.reissues.reissue(payment, expiry ?? undefined);
    return {
      paymentId: renewed.publicId,
      paymentUrl: paymentUrlOf(this.settings.appUrl, renewed),
      paymentLinkExpiresAt: renewed.expiresAt.toISOString(),
      status: renewed.status,
      invoiceNo: opened.attempt.invoiceNo,
      hasRedirectionURL: opened.attempt.redirectUrl !== null,
    };
  }

  private async createdAnswer(created: CreatedLink, user: Principal): Promise<ApiSuccess<CreateLinkData>> {
    const data = await this.answers.created(created, user);
    return { success: true, data, message: data.warning ?? MESSAGES.link.created(created.customer.name) };
  }

  private own(user: Principal, publicId: string): Promise<PaymentEntity> {
    return this.queries.get(publicId, user.role === 'admin' ? null : user.userId);
  }
}

/** Own payments, for an admin too. */
export function dashboardFilter(user: Principal, query: Record<string, unknown>, now: Date): PaymentFilter {
  const search = searchText(query.search);
  return {
    salesManagerId: user.userId,
    ...(search ? { search } : {}),
    ...(expiresOf(query) && { expiring: { after: now, upTo: endOfIstDay(now) } }),
    ...statusCondition(statusOf(query.status)),
  };
}

function expiresOf({ expires }: Record<string, unknown>): 'today' | '' {
  return expires === 'today' ? 'today' : '';
}

function linkOrderOf(user: Principal, body: CreateLinkDto): CreateLinkCommand {
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
    lifetime: body.expiry ?? undefined,
    duplicateReason: body.duplicateReason ?? null,
    // A program's request has no such field: it gets the link and the list of open links (docs/product.md#customers).
    needsReason: user.via === 'cookie',
  };
}

function checkMessage(before: PaymentEntity, after: PaymentEntity): string {
  if (after.status === 'completed' && isInProgress(before.status)) return MESSAGES.status.completed;
  return MESSAGES.status.is(statusLabel(after.status));
}

/** Text only; an array or object in the query string is ignored. */
export function searchText(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() ? [...value.trim()].slice(0, 100).join('') : undefined;
}

/** An unknown status means no filter. */
export function statusOf(value: unknown): StatusFilter | '' {
  return STATUS_FILTERS.find((status) => status === value) ?? '';
}
