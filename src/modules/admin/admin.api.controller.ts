import { Controller, Get, Query, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { AnalysisData } from '../../contracts/analysis.js';
import type { Selection } from '../../contracts/bulk.js';
import type { ApiSuccess } from '../../contracts/common.js';
import { AnyProject, CurrentUser, type Principal, RateLimit, Roles } from '../../http/index.js';
import { ExportDownloadService } from './export/export-download.service.js';
import { AdminService } from './admin.service.js';
import { MINUTE_MS } from '../../domain/calendar/durations.js';
import { SelectionService } from './bulk/selection.service.js';
import { AnalysisService } from './analysis.service.js';

@Controller('api/payments/admin')
@Roles('admin')
export class AdminApiController {
  constructor(
    private readonly admin: AdminService,
    private readonly analyses: AnalysisService,
    private readonly exports: ExportDownloadService,
    private readonly selections: SelectionService,
  ) {}

  @Get('all')
  @AnyProject()
  async all(@CurrentUser() user: Principal, @Query() query: Record<string, unknown>) {
    const { payments, pagination } = await this.admin.listing(user, query);
    return { success: true, data: { payments, pagination } };
  }

  /** The payments that an action is for, counted and named; the action itself is called for each of them. */
  @Get('selection')
  @AnyProject()
  @RateLimit({ name: 'selection', limit: 30, windowMs: MINUTE_MS, by: 'user' })
  async selection(
    @CurrentUser() user: Principal,
    @Query() query: Record<string, unknown>,
  ): Promise<ApiSuccess<Selection>> {
    return { success: true, data: await this.selections.select(user, query) };
  }

  @Get('analysis')
  @AnyProject()
  async analysis(
    @CurrentUser() user: Principal,
    @Query() query: Record<string, unknown>,
  ): Promise<ApiSuccess<AnalysisData>> {
    return { success: true, data: await this.analyses.analysis(user, query) };
  }

  /** A download by plain link: CSV, or XLSX with `?format=xlsx`. */
  @Get('export')
  @AnyProject()
  @RateLimit({ name: 'export', limit: 30, windowMs: MINUTE_MS, by: 'user' })
  async export(@CurrentUser() user: Principal, @Req() request: Request, @Res() response: Response) {
    await this.exports.send(user, request, response);
  }
}
