import { Body, Controller, Get, Header, HttpCode, Param, Post, Query, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { ApiSuccess } from '../../contracts/common.js';
import type {
  LastSettlementRun,
  PaymentSettlement,
  SettlementRun,
  ReconcileRequest,
} from '../../contracts/settlements.js';
import {
  AllProjects,
  AnyProject,
  CurrentUser,
  IsDayText,
  type Principal,
  readUpload,
  Roles,
  sendCsv,
} from '../../http/index.js';
import { MAX_FILE_BYTES, sampleFile } from './settlement-file.js';
import { SettlementsService } from './settlements.service.js';

class ReconcileDto implements ReconcileRequest {
  /** The IST day to reconcile, `YYYY-MM-DD`. */
  @IsDayText()
  day: string;
}

const CSV = 'text/csv; charset=utf-8';

@Controller('api/settlements')
@Roles('admin')
export class SettlementsApiController {
  constructor(private readonly service: SettlementsService) {}

  @Post('runs')
  @AllProjects()
  @HttpCode(200)
  run(@Req() request: Request, @Body() body: ReconcileDto): Promise<ApiSuccess<SettlementRun>> {
    waitForAnswer(request);
    return this.service.run(body.day, null);
  }

  /** The last run for a day, with its progress. */
  @Get('runs')
  @AllProjects()
  lastRun(@Query('day') day: unknown): Promise<ApiSuccess<LastSettlementRun>> {
    return this.service.lastRun(day);
  }

  /** The body is the file, so nothing of it is read before the caller is authenticated. */
  @Post('file')
  @AllProjects()
  @HttpCode(200)
  async file(
    @Req() request: Request,
    @Query('day') day: unknown,
    @Query('name') name: unknown,
    @Query('profile') profile: unknown,
  ): Promise<ApiSuccess<SettlementRun>> {
    const text = await readUpload(request, MAX_FILE_BYTES);
    waitForAnswer(request);
    return this.service.run(day, { name, text, profile });
  }

  @Get('sample.csv')
  @AllProjects()
  @Header('content-type', CSV)
  @Header('content-disposition', 'attachment; filename="settlement-sample.csv"')
  sample(): string {
    return sampleFile();
  }

  @Get('exceptions.csv')
  @AllProjects()
  async exceptions(
    @CurrentUser() user: Principal,
    @Query() query: Record<string, unknown>,
    @Res() response: Response,
  ): Promise<void> {
    await sendCsv(response, 'settlement-exceptions.csv', await this.service.csv(query, user.projectIds));
  }

  @Get('payments/:paymentId')
  @AnyProject()
  ofPayment(
    @CurrentUser() user: Principal,
    @Param('paymentId') paymentId: string,
  ): Promise<ApiSuccess<{ settlements: PaymentSettlement[] }>> {
    return this.service.ofPayment(user, paymentId);
  }
}

/** A large report takes minutes on a slow machine: lifts the idle timeout of the connection until it is answered. */
function waitForAnswer(request: Request): void {
  request.setTimeout(0);
}
