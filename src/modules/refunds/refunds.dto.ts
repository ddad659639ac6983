import { IsBoolean, IsOptional } from 'class-validator';
import { MESSAGES } from '../../contracts/messages.js';
import type { PermissionRequest, RefundRequest } from '../../contracts/refunds.js';
import { IsRupees, IsText, IsTrimmedLines } from '../../http/index.js';

const REASON_LENGTH = 500;

export class RefundDto implements RefundRequest {
  /** Amount in rupees. */
  @IsRupees({ message: MESSAGES.refund.unreadable })
  refundAmount: number;

  /** Reason, stored with the refund; line breaks are allowed. */
  @IsOptional()
  @IsTrimmedLines({ max: REASON_LENGTH })
  refundReason?: string;

  /** Refunds this duplicate charge instead of the payment, so the token stays valid. */
  @IsOptional()
  @IsText({ max: 64 })
  duplicateChargeId?: string;
}

export class PermissionDto implements PermissionRequest {
  /** Wanted state of the switch; when it is left out, the switch is flipped. */
  @IsOptional()
  @IsBoolean()
  isEnabled?: boolean;
}
