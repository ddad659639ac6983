import { IsIn, IsOptional } from 'class-validator';
import { OFFICE_MESSAGES } from '../../contracts/messages-office.js';
import type { ReviewDecisionRequest } from '../../contracts/reviews.js';
import { REVIEW_DECISIONS, type ReviewDecision } from '../../domain/payment/review-rules.js';
import { IsMatch, IsRupees, IsTrimmedLines, Trimmed } from '../../http/index.js';

const TEXT = OFFICE_MESSAGES.review;

export class ReviewDecisionDto implements ReviewDecisionRequest {
  /** One of those that the review offers. */
  @IsIn(REVIEW_DECISIONS)
  decision: ReviewDecision;

  /** Why; some lines. */
  @IsTrimmedLines({ min: 3, max: 500, tooShort: TEXT.noteShort, tooLong: TEXT.noteLong })
  note: string;

  /** Where the decision needs it. */
  @IsOptional()
  @Trimmed()
  @IsMatch('reference', /^[A-Za-z0-9][A-Za-z0-9./_-]{2,39}$/, TEXT.referenceNeeded)
  bankReference?: string;

  /** The amount at stake as it was shown; rupees. */
  @IsOptional()
  @IsRupees()
  confirmedAmount?: number;
}
