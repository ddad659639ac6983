import { IsIn, IsOptional } from 'class-validator';
import { OFFICE_MESSAGES } from '../../contracts/messages-office.js';
import type { ReviewDecisionRequest } from '../../contracts/reviews.js';
import { REVIEW_DECISIONS, type ReviewDecision } from '../../domain/payment/review-rules.js';
import { IsMatch, IsRupees, IsTrimmedLines, Trimmed } from '../../http/index.js';

const TEXT = OFFICE_MESSAGES.review;

export class ReviewDecisionDto implements ReviewDecisionRequest {
  /** One of the decisions that the review allows now. */
  @IsIn(REVIEW_DECISIONS)
  decision: ReviewDecision;

  /** Reason of the decision, 3 to 500 characters; line breaks are allowed. */
  @IsTrimmedLines({ min: 3, max: 500, tooShort: TEXT.noteShort, tooLong: TEXT.noteLong })
  note: string;

  /** Reference of the bank, for a decision that needs it. */
  @IsOptional()
  @Trimmed()
  @IsMatch('reference', /^[A-Za-z0-9][A-Za-z0-9./_-]{2,39}$/, TEXT.referenceNeeded)
  bankReference?: string;

  /** Amount at stake in rupees, as it was shown; the decision is refused when it has changed. */
  @IsOptional()
  @IsRupees()
  confirmedAmount?: number;
}
