import { Controller, Get, Query } from '@nestjs/common';
import { Roles } from '../../http/index.js';
import { type Inertia, InertiaCtx } from '../../inertia/index.js';
import { AnalysisService } from './analysis.service.js';

@Controller('admin')
@Roles('admin')
export class AnalysisPagesController {
  constructor(private readonly service: AnalysisService) {}

  @Get('transactions')
  async analysis(@Query() query: Record<string, unknown>, @InertiaCtx() inertia: Inertia) {
    const props = { ...(await this.service.analysis(query)), today: this.service.today() };
    await inertia.render('Admin/Transactions', props, { head: { title: 'Transaction Analysis' } });
  }
}
