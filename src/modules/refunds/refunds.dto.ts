import { IsBoolean, IsOptional } from 'class-validator';
import { MESSAGES } from '../../contracts/messages.js';
import type { PermissionRequest, RefundRequest } from '../../contracts/refunds.js';
import { IsRupees, IsText, IsTrimmedLines } from '../../http/index.js';

const REASON_LENGTH = 500;

export class RefundDto implements RefundRequest {
  /** Rupees. */
  @IsRupees({ message: MESSAGES.refund.unreadable })
  refundAmount: number;

  /** Some lines. */
  @IsOptional()
  @IsTrimmedLines({ max: REASON_LENGTH })
  refundReason?: string;

  /** Gives back this duplicate charge instead; the token stays. */
  @IsOptional()
  @IsText({ max: 64 })
  duplicateChargeId?: string;
}

export class PermissionDto implements PermissionRequest {
  /** The state that is wanted. */
  @IsOptional()
  @IsBoolean()
  isEnabled?: boolean;
}
