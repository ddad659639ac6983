import { Controller, Get, Query } from '@nestjs/common';
import type { ApiSuccess } from '../../contracts/common.js';
import type { FindData } from '../../contracts/finding.js';
import { MINUTE_MS } from '../../domain/calendar/durations.js';
import { AnyProject, CurrentUser, type Principal, RateLimit, Roles } from '../../http/index.js';
import { FinderService } from './finder.service.js';

/** Enough for somebody who types and corrects, too few to read the customers out. */
const LOOKUPS = { name: 'find', limit: 60, windowMs: MINUTE_MS, by: 'user' } as const;

@Controller('api/find')
@Roles('admin', 'sales_manager')
export class FinderApiController {
  constructor(private readonly finder: FinderService) {}

  @Get()
  @AnyProject()
  @RateLimit(LOOKUPS)
  async find(@CurrentUser() user: Principal, @Query() query: Record<string, unknown>): Promise<ApiSuccess<FindData>> {
    return { success: true, data: await this.finder.find(user, query['search']) };
  }
}
