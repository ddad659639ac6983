import { Body, Controller, Get, HttpCode, Param, Post } from '@nestjs/common';
import type { BankHolidayList } from '../../contracts/calendar.js';
import type { ApiSuccess } from '../../contracts/common.js';
import { OFFICE_MESSAGES } from '../../contracts/messages-office.js';
import { AllProjects, IsDayText, IsTrimmedText, Roles } from '../../http/index.js';
import { BankHolidays } from './bank-holidays.service.js';

class BankHolidayDto {
  /** The IST day, `YYYY-MM-DD`. */
  @IsDayText()
  day: string;

  /** Name of the holiday, one line. */
  @IsTrimmedText({ min: 2, max: 60 })
  name: string;
}

@Controller('api/bank-holidays')
@Roles('admin')
@AllProjects()
export class CalendarApiController {
  constructor(private readonly holidays: BankHolidays) {}

  @Get()
  async list(): Promise<ApiSuccess<BankHolidayList>> {
    return { success: true, data: await this.holidays.list() };
  }

  @Post()
  @HttpCode(201)
  async add(@Body() body: BankHolidayDto): Promise<ApiSuccess<BankHolidayList>> {
    return { success: true, data: await this.holidays.add(body), message: OFFICE_MESSAGES.holidays.added };
  }

  @Post(':day/remove')
  @HttpCode(200)
  async remove(@Param('day') day: string): Promise<ApiSuccess<BankHolidayList>> {
    return { success: true, data: await this.holidays.remove(day), message: OFFICE_MESSAGES.holidays.removed };
  }
}
