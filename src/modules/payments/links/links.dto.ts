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
  IsTierCode,
  IsTrimmedLines,
  IsTrimmedText,
} from '../../../http/index.js';

const MESSAGE_LENGTH = 500;
/** Accepted by the public contract, unused and not stored; only the length is checked. */
const UNUSED_LENGTH = 2000;

export class ReissueLinkDto implements ReissueLinkRequest {
  /** Lifetime of the link; without it the setting LINK_TTL_HOURS applies. */
  @IsOptional()
  @IsIn(LINK_LIFETIMES)
  expiry?: LinkLifetime;
}

export class CancelLinkDto implements CancelLinkRequest {
  /** Reason, stored in the history of the payment. */
  @IsOptional()
  @IsTrimmedText({ max: 200 })
  reason?: string;
}

export class CorrectContactDto implements CorrectContactRequest {
  /** Full name of the customer, one line. */
  @IsPersonName()
  name: string;

  /** Email address, to which links and receipts are mailed. */
  @IsEmailAddress()
  email: string;

  /**
   * Corrected Indian mobile number; left out, a known customer keeps the own number and a new one gets that of the link; an empty text
   * removes it.
   */
  @IsOptional()
  @IsMobileNumber()
  phone?: string;
}

export class OpenLinksQuery {
  /** Medal of the tier of the links to look for. */
  @IsIn(TOKEN_TYPES)
  tokenType: TokenType;

  /** Code of that tier; without it, the tier whose code is the medal. */
  @IsOptional()
  @IsTierCode()
  tierCode?: string;

  /** Email address of the customer. */
  @IsOptional()
  @IsEmailAddress({ orEmpty: true })
  email?: string;

  /** Indian mobile number, with or without +91; empty for none. */
  @IsOptional()
  @IsMobileNumber()
  phone?: string;
}

export class SendLinkMailDto implements SendLinkMailRequest {
  /** Public id of the payment. */
  @IsText({ max: 64 })
  paymentId: string;

  /** Text of the seller, added to the mail; line breaks are allowed. */
  @IsOptional()
  @IsTrimmedLines({ max: MESSAGE_LENGTH })
  message?: string;

  /** Not used. */
  @IsOptional()
  @IsTrimmedText({ max: UNUSED_LENGTH })
  customerEmail?: string;

  /** Not used. */
  @IsOptional()
  @IsTrimmedText({ max: UNUSED_LENGTH })
  customerName?: string;

  /** Not used. */
  @IsOptional()
  @IsTrimmedText({ max: UNUSED_LENGTH })
  paymentUrl?: string;
}
