import { IsIn, IsOptional, IsString } from 'class-validator';
import { LINK_LIFETIMES, type LinkLifetime } from '../../contracts/links.js';
import { MESSAGES } from '../../contracts/messages.js';
import type { CreateLinkRequest } from '../../contracts/payments.js';
import { REFERENCE_TYPES, type ReferenceType, TOKEN_TYPES, type TokenType } from '../../domain/token-catalogue.js';
import { normaliseEmail } from '../../domain/email.js';
import { normalisePhone } from '../../domain/phone.js';
import { check, IsPersonName, IsNested, IsRupees, IsTrimmedText, Trimmed, TrimmedSpaces } from '../../http/index.js';

class CustomerDataDto {
  @IsPersonName()
  name: string;

  @Trimmed()
  @IsString()
  @check('email', MESSAGES.form.email, (text) => normaliseEmail(text) !== null)
  email: string;

  @IsOptional()
  @TrimmedSpaces()
  @IsString()
  @check('phone', MESSAGES.form.phone, (text) => text === '' || normalisePhone(text) !== null)
  phone?: string;
}

export class CreateLinkDto implements CreateLinkRequest {
  /** Rupees. */
  @IsRupees()
  amount: number;

  @IsIn(['INR'])
  currency: 'INR';

  @IsNested(() => CustomerDataDto)
  customerData: CustomerDataDto;

  @IsIn(TOKEN_TYPES)
  tokenType: TokenType;

  @IsIn(REFERENCE_TYPES)
  referenceType: ReferenceType;

  @IsOptional()
  @IsTrimmedText({ max: 120 })
  brokerName?: string;

  /** Ten characters: five letters, four digits, a letter. */
  @IsOptional()
  @IsString()
  @check('pan', MESSAGES.form.pan, (text) => /^[A-Z]{5}[0-9]{4}[A-Z]$/.test(text))
  panCard?: string;

  @IsOptional()
  @IsIn(['icici'])
  paymentGateway?: string;

  @IsOptional()
  @IsIn(LINK_LIFETIMES)
  expiry?: LinkLifetime;

  @IsOptional()
  @IsTrimmedText({ min: 3, max: 200, tooShort: MESSAGES.link.reasonLength, tooLong: MESSAGES.link.reasonLength })
  duplicateReason?: string;
}
