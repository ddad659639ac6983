import { Controller, Get, Query } from '@nestjs/common';
import type { AnalysisData } from '../../contracts/analysis.js';
import type { ApiSuccess } from '../../contracts/common.js';
import { Roles } from '../../http/index.js';
import { AnalysisService } from './analysis.service.js';

@Controller('api/payments/admin')
@Roles('admin')
export class AnalysisApiController {
  constructor(private readonly service: AnalysisService) {}

  @Get('analysis')
  async analysis(@Query() query: Record<string, unknown>): Promise<ApiSuccess<AnalysisData>> {
    return { success: true, data: await this.service.analysis(query) };
  }
}
