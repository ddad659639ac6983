import { IsIn, IsOptional } from 'class-validator';
import { LINK_LIFETIMES, type LinkLifetime } from '../../contracts/links.js';
import { MESSAGES } from '../../contracts/messages.js';
import type { CreateLinkRequest } from '../../contracts/payments.js';
import {
  REFERENCE_TYPES,
  type ReferenceType,
  TOKEN_TYPES,
  type TokenType,
} from '../../domain/payment/token-catalogue.js';
import {
  IsEmailAddress,
  IsMatch,
  IsMobileNumber,
  IsNested,
  IsPersonName,
  IsRupees,
  IsTrimmedText,
} from '../../http/index.js';

class CustomerDataDto {
  /** One line. */
  @IsPersonName()
  name: string;

  /** The address that links and receipts are mailed to. */
  @IsEmailAddress()
  email: string;

  /** An Indian mobile number, with or without +91. Empty: none. */
  @IsOptional()
  @IsMobileNumber()
  phone?: string;
}

export class CreateLinkDto implements CreateLinkRequest {
  /** Rupees; must equal the price of the token. */
  @IsRupees()
  amount: number;

  /** Always INR. */
  @IsIn(['INR'])
  currency: 'INR';

  @IsNested(() => CustomerDataDto)
  customerData: CustomerDataDto;

  /** The tier. */
  @IsIn(TOKEN_TYPES)
  tokenType: TokenType;

  /** How the customer came. */
  @IsIn(REFERENCE_TYPES)
  referenceType: ReferenceType;

  /** One line. */
  @IsOptional()
  @IsTrimmedText({ max: 120 })
  brokerName?: string;

  /** Five letters, four digits, a letter. */
  @IsOptional()
  @IsMatch('pan', /^[A-Z]{5}[0-9]{4}[A-Z]$/, MESSAGES.form.pan)
  panCard?: string;

  /** The bank. */
  @IsOptional()
  @IsIn(['icici'])
  paymentGateway?: string;

  /** How long the link can be paid. Default: as the installation is set up. */
  @IsOptional()
  @IsIn(LINK_LIFETIMES)
  expiry?: LinkLifetime;

  /** Why a link is made beside an open one, or for somebody who holds a token. */
  @IsOptional()
  @IsTrimmedText({ min: 3, max: 200, tooShort: MESSAGES.link.reasonLength, tooLong: MESSAGES.link.reasonLength })
  duplicateReason?: string;
}
