import { Body, Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import type { ApiSuccess } from '../../contracts/common.js';
import type { CreateLinkData, ReissueLinkData } from '../../contracts/links.js';
import type { DeskPayment } from '../../contracts/desk.js';
import type { CheckOpenData } from '../../contracts/open-checks.js';
import type { CheckStatusData, DashboardData } from '../../contracts/payments.js';
import {
  type AnswerStore,
  AnyProject,
  CurrentUser,
  Idempotent,
  type Principal,
  RateLimit,
  Roles,
  StoreAnswer,
  Subject,
} from '../../http/index.js';
import { OpenPaymentChecks } from './status-checks/open-checks.service.js';
import { DeskPages } from './desk/desk-pages.service.js';
import { DashboardService } from './dashboard.service.js';
import { StaffPaymentsService } from './staff-payments.service.js';
import { ReissueLinkDto } from './links/links.dto.js';
import { StaffReissue } from './links/staff-reissue.service.js';
import { CreateLinkDto } from './payments.dto.js';
import { MINUTE_MS } from '../../domain/calendar/durations.js';

/** Each call makes up to five STATUS checks: 150 a minute and person, whatever the number of tabs. */
const OPEN_CHECKS = { name: 'check-open', limit: 30, windowMs: MINUTE_MS, by: 'user' } as const;

/** Payments for staff, as JSON. */
@Controller('api')
@Roles('admin', 'sales_manager')
export class PaymentsApiController {
  constructor(
    private readonly service: StaffPaymentsService,
    private readonly dashboards: DashboardService,
    private readonly desks: DeskPages,
    private readonly checks: OpenPaymentChecks,
    private readonly reissues: StaffReissue,
  ) {}

  @Get('sales-manager/dashboard')
  @AnyProject()
  async dashboard(
    @CurrentUser() user: Principal,
    @Query() query: Record<string, unknown>,
  ): Promise<ApiSuccess<DashboardData>> {
    return { success: true, data: await this.dashboards.list(user, query) };
  }

  /** The filters are those of the list; nothing is in the body. */
  @Post('sales-manager/check-open')
  @AnyProject()
  @HttpCode(200)
  @RateLimit(OPEN_CHECKS)
  async checkOpen(
    @CurrentUser() user: Principal,
    @Query() query: Record<string, unknown>,
  ): Promise<ApiSuccess<CheckOpenData>> {
    return { success: true, data: await this.checks.check(user, query) };
  }

  @Post('payments/create-link')
  @AnyProject()
  @Idempotent('create-link')
  async createLink(
    @CurrentUser() user: Principal,
    @Body() body: CreateLinkDto,
    @StoreAnswer() storeAnswer: AnswerStore,
  ): Promise<ApiSuccess<CreateLinkData>> {
    return this.service.createLink(user, body, storeAnswer);
  }

  @Post('payments/check-status/:paymentId')
  @Subject('payment')
  @HttpCode(200)
  async checkStatus(
    @CurrentUser() user: Principal,
    @Param('paymentId') paymentId: string,
  ): Promise<ApiSuccess<CheckStatusData>> {
    return this.service.checkStatus(user, paymentId);
  }

  @Post('payments/:paymentId/reissue-link')
  @Subject('payment')
  @HttpCode(200)
  @Idempotent('reissue-link')
  async reissue(
    @CurrentUser() user: Principal,
    @Param('paymentId') paymentId: string,
    @Body() body: ReissueLinkDto,
    @StoreAnswer() storeAnswer: AnswerStore,
  ): Promise<ApiSuccess<ReissueLinkData>> {
    return this.reissues.reissue(user, paymentId, body, storeAnswer);
  }

  /** The state of one link, polled by the desk's screen. */
  @Get('payments/:paymentId/desk')
  @Subject('payment')
  async desk(@CurrentUser() user: Principal, @Param('paymentId') paymentId: string): Promise<ApiSuccess<DeskPayment>> {
    return { success: true, data: await this.desks.get(user, paymentId) };
  }
}
