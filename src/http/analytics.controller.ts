import { Body, Controller, HttpCode, Logger, Post } from '@nestjs/common';
import { Public } from './decorators.js';
import { RateLimit } from './rate-limit.guard.js';
import { IsMatch } from './validation/validators.js';
import { MINUTE_MS } from '../domain/calendar/durations.js';

class PageViewDto {
  /** A path of the product, without query. Longer segments are ids and are cut out before anything is written. */
  @IsMatch('path', /^\/[\w\-/:.]{0,200}$/, 'must be a path')
  path: string;
}

/** First-party page counts: one log line a view, without cookie, address or id. */
@Controller('api/analytics')
@Public()
export class AnalyticsController {
  private readonly logger = new Logger('PageView');

  @Post('page-view')
  @HttpCode(200)
  @RateLimit({ name: 'page-view', limit: 1200, windowMs: MINUTE_MS, by: 'ip' })
  pageView(@Body() body: PageViewDto) {
    this.logger.log({ msg: 'page view', path: withoutIds(body.path) });
    return { success: true, data: { recorded: true } };
  }
}

function withoutIds(path: string): string {
  return path.replace(/\/[0-9a-z]{20,}/gi, '/:id');
}
