import { IsIn, IsOptional } from 'class-validator';
import {
  type CancelLinkRequest,
  type CorrectContactRequest,
  LINK_LIFETIMES,
  type LinkLifetime,
  type ReissueLinkRequest,
  type SendLinkMailRequest,
} from '../../../contracts/links.js';
import { TOKEN_TYPES, type TokenType } from '../../../domain/payment/token-catalogue.js';
import {
  IsEmailAddress,
  IsMobileNumber,
  IsPersonName,
  IsText,
  IsTrimmedLines,
  IsTrimmedText,
} from '../../../http/index.js';

const MESSAGE_LENGTH = 500;
/** Accepted by the public contract, unused and not stored; only the length is checked. */
const UNUSED_LENGTH = 2000;

export class ReissueLinkDto implements ReissueLinkRequest {
  /** How long the link can be paid. Default: as the installation is set up. */
  @IsOptional()
  @IsIn(LINK_LIFETIMES)
  expiry?: LinkLifetime;
}

export class CancelLinkDto implements CancelLinkRequest {
  /** For the log. */
  @IsOptional()
  @IsTrimmedText({ max: 200 })
  reason?: string;
}

export class CorrectContactDto implements CorrectContactRequest {
  /** One line. */
  @IsPersonName()
  name: string;

  /** The address that links and receipts are mailed to. */
  @IsEmailAddress()
  email: string;

  /** Left out: the number stays. Empty: no number. */
  @IsOptional()
  @IsMobileNumber()
  phone?: string;
}

export class OpenLinksQuery {
  /** The tier. */
  @IsIn(TOKEN_TYPES)
  tokenType: TokenType;

  /** The address that links and receipts are mailed to. */
  @IsOptional()
  @IsEmailAddress({ orEmpty: true })
  email?: string;

  /** An Indian mobile number, with or without +91. Empty: none. */
  @IsOptional()
  @IsMobileNumber()
  phone?: string;
}

export class SendLinkMailDto implements SendLinkMailRequest {
  /** The public id of the payment. */
  @IsText({ max: 64 })
  paymentId: string;

  /** Some lines of one’s own. */
  @IsOptional()
  @IsTrimmedLines({ max: MESSAGE_LENGTH })
  message?: string;

  /** Not used. */
  @IsOptional()
  @IsText({ max: UNUSED_LENGTH })
  customerEmail?: string;

  /** Not used. */
  @IsOptional()
  @IsText({ max: UNUSED_LENGTH })
  customerName?: string;

  /** Not used. */
  @IsOptional()
  @IsText({ max: UNUSED_LENGTH })
  paymentUrl?: string;
}
