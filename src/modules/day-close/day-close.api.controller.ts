import { Body, Controller, Get, Header, HttpCode, Param, Post, Query } from '@nestjs/common';
import type { ApiSuccess } from '../../contracts/common.js';
import type { DayCloseData } from '../../contracts/day-close.js';
import { OFFICE_MESSAGES } from '../../contracts/messages-office.js';
import { AllProjects, IsDayText, Roles } from '../../http/index.js';
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
  async day(@Query('day') day: unknown): Promise<ApiSuccess<DayCloseData>> {
    return { success: true, data: await this.service.day(day) };
  }

  @Post()
  @HttpCode(200)
  async close(@Body() body: DayCloseDto): Promise<ApiSuccess<DayCloseData>> {
    const { data, isNew } = await this.service.close(body.day);
    return { success: true, data, message: isNew ? OFFICE_MESSAGES.dayClose.done : OFFICE_MESSAGES.dayClose.before };
  }

  @Get(':day.csv')
  @Header('content-type', 'text/csv; charset=utf-8')
  @Header('content-disposition', 'attachment; filename="day-close.csv"')
  csv(@Param('day') day: string): Promise<string> {
    return this.service.csv(day);
  }
}
