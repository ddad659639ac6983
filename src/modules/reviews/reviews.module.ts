import { Module } from '@nestjs/common';
import { QuotaModule } from '../quota/index.js';
import { ReviewCompletions } from './review-completions.service.js';
import { ReviewDecisions } from './review-decisions.service.js';
import { ReviewFollowUps } from './review-follow-ups.service.js';
import { ReviewStandings } from './review-standings.service.js';
import { ReviewsApiController } from './reviews.api.controller.js';
import { ReviewsService } from './reviews.service.js';
import { ReviewsPagesController } from './reviews.pages.controller.js';
import { ReviewsQueries } from './reviews.queries.js';

/** Decisions about reviews. The payments module opens and closes them; the CLI does not load this one. */
@Module({
  imports: [QuotaModule],
  controllers: [ReviewsApiController, ReviewsPagesController],
  providers: [ReviewCompletions, ReviewDecisions, ReviewFollowUps, ReviewStandings, ReviewsService, ReviewsQueries],
})
export class ReviewsModule {}
