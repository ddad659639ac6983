import { Body, Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import type { ApiSuccess } from '../../../contracts/common.js';
import type { CancelLinkData, CorrectContactData, OpenLinksData, SendLinkMailData } from '../../../contracts/links.js';
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
} from '../../../http/index.js';
import { CancelLinkService } from './cancel-link.service.js';
import { LinkCorrections } from './link-corrections.service.js';
import { LinkEmailService } from './link-email.service.js';
import { CancelLinkDto, CorrectContactDto, OpenLinksQuery, SendLinkMailDto } from './links.dto.js';
import { OpenLinkLookupService } from './open-link-lookup.service.js';
import { MINUTE_MS } from '../../../domain/calendar/durations.js';

/** Enough for a form that asks at each pause in typing, too few to probe a list of addresses. */
const LOOKUPS = { name: 'open-links', limit: 60, windowMs: MINUTE_MS, by: 'user' } as const;

/** Existing links, for staff, as JSON. */
@Controller('api/payments')
@Roles('admin', 'sales_manager')
export class LinksApiController {
  constructor(
    private readonly cancellation: CancelLinkService,
    private readonly corrections: LinkCorrections,
    private readonly mail: LinkEmailService,
    private readonly openLinks: OpenLinkLookupService,
  ) {}

  @Get('open-links')
  @AnyProject()
  @RateLimit(LOOKUPS)
  async list(@CurrentUser() user: Principal, @Query() query: OpenLinksQuery): Promise<ApiSuccess<OpenLinksData>> {
    return { success: true, data: await this.openLinks.list(user, query) };
  }

  @Post('send-payment-email')
  @Subject('payment', { in: 'body', name: 'paymentId' })
  @HttpCode(200)
  @Idempotent('send-payment-email')
  send(
    @CurrentUser() user: Principal,
    @Body() body: SendLinkMailDto,
    @StoreAnswer() storeAnswer: AnswerStore,
  ): Promise<ApiSuccess<SendLinkMailData>> {
    return this.mail.send(user, body, storeAnswer);
  }

  @Post(':paymentId/cancel-link')
  @Subject('payment')
  @HttpCode(200)
  cancel(
    @CurrentUser() user: Principal,
    @Param('paymentId') paymentId: string,
    @Body() { reason }: CancelLinkDto,
  ): Promise<ApiSuccess<CancelLinkData>> {
    return this.cancellation.cancel(user, paymentId, reason);
  }

  @Post(':paymentId/correct-contact')
  @Subject('payment')
  @Idempotent('correct-contact')
  correct(
    @CurrentUser() user: Principal,
    @Param('paymentId') paymentId: string,
    @Body() body: CorrectContactDto,
    @StoreAnswer() storeAnswer: AnswerStore,
  ): Promise<ApiSuccess<CorrectContactData>> {
    return this.corrections.correct(user, paymentId, body, storeAnswer);
  }
}
