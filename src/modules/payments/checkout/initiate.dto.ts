import { IsIn, IsOptional } from 'class-validator';
import type { InitiateRequest } from '../../../contracts/payments.js';
import { TERMS_LANGUAGES, type TermsLanguage } from '../../../domain/terms/terms-rules.js';
import { IsText } from '../../../http/index.js';

export class InitiateDto implements InitiateRequest {
  /** Where no terms are in force, the request has no body. */
  static readonly mayBeMissing = true;

  /** Number of the version of the terms that the customer has agreed to; needed while terms are in force for the payment. */
  @IsOptional()
  @IsText({ max: 10 })
  termsVersion?: string;

  /** Language of the text that was shown to the customer; without it that of the request. */
  @IsOptional()
  @IsIn(TERMS_LANGUAGES)
  termsLanguage?: TermsLanguage;
}
