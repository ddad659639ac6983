import { Body, Controller, Get, Header, HttpCode, Param, Post, Query } from '@nestjs/common';
import type { ApiSuccess } from '../../contracts/common.js';
import type { DayCloseData } from '../../contracts/day-close.js';
import { OFFICE_MESSAGES } from '../../contracts/messages-office.js';
import { AllProjects, CurrentUser, IsDayText, type Principal, Roles } from '../../http/index.js';
import { DayCloseService } from './day-close.service.js';

class DayCloseDto {
  /** The IST day to close, `YYYY-MM-DD`. */
  @IsDayText()
  day: string;
}

@Controller('api/day-close')
@Roles('admin')
@AllProjects()
export class DayCloseApiController {
  constructor(private readonly service: DayCloseService) {}

  @Get()
  async day(
    @CurrentUser() user: Principal,
    @Query() query: Record<string, unknown>,
  ): Promise<ApiSuccess<DayCloseData>> {
    return { success: true, data: await this.service.day(query, user.projectIds) };
  }

  @Post()
  @HttpCode(200)
  async close(@CurrentUser() user: Principal, @Body() body: DayCloseDto): Promise<ApiSuccess<DayCloseData>> {
    const { data, isNew } = await this.service.close(body.day, user.projectIds);
    return { success: true, data, message: isNew ? OFFICE_MESSAGES.dayClose.done : OFFICE_MESSAGES.dayClose.before };
  }

  @Get(':day.csv')
  @Header('content-type', 'text/csv; charset=utf-8')
  @Header('content-disposition', 'attachment; filename="day-close.csv"')
  csv(
    @CurrentUser() user: Principal,
    @Param('day') day: string,
    @Query() query: Record<string, unknown>,
  ): Promise<string> {
    return this.service.csv({ ...query, day }, user.projectIds);
  }
}
