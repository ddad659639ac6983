import { Body, Controller, Get, Headers, HttpCode, Param, Post, Query, Res } from '@nestjs/common';
import type { Response } from 'express';
import type { ApiSuccess } from '../../../contracts/common.js';
import type { CancelLinkData, OpenLinksData } from '../../../contracts/links.js';
import { CurrentUser, type Principal, RateLimit, Roles } from '../../../http/index.js';
import { LinkLifecycleService } from './link-lifecycle.service.js';
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
    private readonly care: LinkLifecycleService,
    private readonly mail: LinkEmailService,
    private readonly openLinks: OpenLinkLookupService,
  ) {}

  @Get('open-links')
  @RateLimit(LOOKUPS)
  async list(@CurrentUser() user: Principal, @Query() query: OpenLinksQuery): Promise<ApiSuccess<OpenLinksData>> {
    return { success: true, data: await this.openLinks.list(user, query) };
  }

  @Post('send-payment-email')
  @HttpCode(200)
  async send(
    @CurrentUser() user: Principal,
    @Body() body: SendLinkMailDto,
    @Headers('idempotency-key') key: string | undefined,
  ): Promise<unknown> {
    return (await this.mail.send(user, body, key)).body;
  }

  @Post(':paymentId/cancel-link')
  @HttpCode(200)
  cancel(
    @CurrentUser() user: Principal,
    @Param('paymentId') paymentId: string,
    @Body() { reason }: CancelLinkDto,
  ): Promise<ApiSuccess<CancelLinkData>> {
    return this.care.cancel(user, paymentId, reason);
  }

  @Post(':paymentId/correct-contact')
  async correct(
    @CurrentUser() user: Principal,
    @Param('paymentId') paymentId: string,
    @Body() body: CorrectContactDto,
    @Headers('idempotency-key') key: string | undefined,
    @Res({ passthrough: true }) response: Response,
  ): Promise<unknown> {
    const answer = await this.care.correct(user, paymentId, body, key);
    response.status(answer.status);
    return answer.body;
  }
}
