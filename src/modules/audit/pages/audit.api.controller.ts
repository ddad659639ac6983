import { Controller, Get, HttpCode, Post, Query, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { AllProjects, CurrentUser, type Principal, RateLimit, Roles, sendCsv } from '../../../http/index.js';
import { AuditPageService } from './audit-page.service.js';
import { AuditExport } from './audit-export.service.js';
import { MINUTE_MS } from '../../../domain/calendar/durations.js';

@Controller('api/admin/audit')
@Roles('admin')
@AllProjects()
export class AuditApiController {
  constructor(
    private readonly service: AuditPageService,
    private readonly exports: AuditExport,
  ) {}

  @Get()
  list(@CurrentUser() user: Principal, @Query() query: Record<string, unknown>) {
    return this.service.answer(query, user.projectIds);
  }

  @Get('export')
  @RateLimit({ name: 'export', limit: 30, windowMs: MINUTE_MS, by: 'user' })
  async export(
    @CurrentUser() user: Principal,
    @Query() query: Record<string, unknown>,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const file = await this.exports.start(query, user.projectIds, request.method === 'HEAD');
    await sendCsv(response, file.name, file.lines);
  }

  /** Verifies the whole log. */
  @Post('verify')
  @RateLimit({ name: 'audit-verify', limit: 10, windowMs: MINUTE_MS, by: 'user' })
  @HttpCode(200)
  verify() {
    return this.service.verify();
  }
}
