import { IsIn, IsOptional, IsString } from 'class-validator';
import { MESSAGES } from '../../contracts/messages.js';
import type { ReviewDecisionRequest } from '../../contracts/reviews.js';
import { REVIEW_DECISIONS, type ReviewDecision } from '../../domain/review-rules.js';
import { check, IsRupees, IsTrimmedLines, Trimmed } from '../../http/index.js';

const TEXT = MESSAGES.review;

export class ReviewDecisionDto implements ReviewDecisionRequest {
  @IsIn(REVIEW_DECISIONS)
  decision: ReviewDecision;

  /** Several lines. */
  @IsTrimmedLines({ min: 3, max: 500, tooShort: TEXT.noteShort, tooLong: TEXT.noteLong })
  note: string;

  @IsOptional()
  @Trimmed()
  @IsString()
  @check('reference', TEXT.referenceNeeded, (text) => /^[A-Za-z0-9][A-Za-z0-9./_-]{2,39}$/.test(text))
  bankReference?: string;

  /** Rupees. */
  @IsOptional()
  @IsRupees()
  confirmedAmount?: number;
}
