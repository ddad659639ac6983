import { IsBoolean, IsOptional } from 'class-validator';
import { MESSAGES } from '../../contracts/messages.js';
import type { PermissionRequest, RefundRequest } from '../../contracts/refunds.js';
import { IsRupees, IsText, IsTrimmedLines } from '../../http/index.js';

const REASON_LENGTH = 500;

export class RefundDto implements RefundRequest {
  /** Rupees. */
  @IsRupees({ message: MESSAGES.refund.unreadable })
  refundAmount: number;

  /** Several lines, unlike other texts. */
  @IsOptional()
  @IsTrimmedLines({ max: REASON_LENGTH })
  refundReason?: string;

  @IsOptional()
  @IsText({ max: 64 })
  duplicateChargeId?: string;
}

export class PermissionDto implements PermissionRequest {
  @IsOptional()
  @IsBoolean()
  isEnabled?: boolean;
}
