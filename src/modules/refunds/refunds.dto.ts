import { IsOptional, IsString } from 'class-validator';
import type { RefundRequest } from '../../contracts/refunds.js';
import { check, hasUnwantedCharacters, IsRupees, Trimmed } from '../../http/index.js';

const REASON_LENGTH = 500;

export class RefundDto implements RefundRequest {
  /** Rupees. */
  @IsRupees()
  refundAmount: number;

  /** Several lines, unlike other texts. */
  @IsOptional()
  @Trimmed()
  @IsString()
  @check('plainCharacters', 'contains characters that are not allowed', (text) => !hasUnwantedCharacters(flat(text)))
  @check('tooLong', `Enter at most ${REASON_LENGTH} characters`, (text) => [...text].length <= REASON_LENGTH)
  refundReason?: string;

  @IsOptional()
  @IsString()
  duplicateChargeId?: string;
}

function flat(text: string): string {
  return text.replace(/\r?\n|\t/g, ' ');
}
