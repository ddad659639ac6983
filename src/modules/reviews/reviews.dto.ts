import { IsIn, IsOptional, IsString } from 'class-validator';
import { MESSAGES } from '../../contracts/messages.js';
import type { ReviewDecisionRequest } from '../../contracts/reviews.js';
import { REVIEW_DECISIONS, type ReviewDecision } from '../../domain/review-rules.js';
import { check, hasUnwantedCharacters, IsRupees, Trimmed } from '../../http/index.js';

const TEXT = MESSAGES.review;

export class ReviewDecisionDto implements ReviewDecisionRequest {
  @IsIn(REVIEW_DECISIONS)
  decision: ReviewDecision;

  /** Several lines. */
  @Trimmed()
  @IsString()
  @check('plainCharacters', 'contains characters that are not allowed', (text) => !hasUnwantedCharacters(flat(text)))
  @check('tooShort', TEXT.noteShort, (text) => [...text].length >= 3)
  @check('tooLong', TEXT.noteLong, (text) => [...text].length <= 500)
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

function flat(text: string): string {
  return text.replace(/\r?\n|\t/g, ' ');
}
