import { Module } from '@nestjs/common';
import { ReviewDecisions } from './review-decisions.service.js';
import { ReviewStandings } from './review-standings.service.js';
import { ReviewsApiController } from './reviews.api.controller.js';
import { ReviewsDesk } from './reviews-desk.service.js';
import { ReviewsPagesController } from './reviews.pages.controller.js';
import { ReviewsQueries } from './reviews.queries.js';

/** What a person decides about payments. Opening and closing reviews is the payments' own; the CLI does without this. */
@Module({
  controllers: [ReviewsApiController, ReviewsPagesController],
  providers: [ReviewDecisions, ReviewStandings, ReviewsDesk, ReviewsQueries],
})
export class ReviewsModule {}
