import { IsIn, IsOptional, ValidateIf } from 'class-validator';
import { type CreateLinkRequest, LINK_LIFETIMES, type LinkLifetime } from '../../contracts/links.js';
import { SERVER_MESSAGES } from '../../contracts/messages-server.js';
import {
  REFERENCE_TYPES,
  type ReferenceType,
  TOKEN_TYPES,
  type TokenType,
} from '../../domain/payment/token-catalogue.js';
import {
  IsEmailAddress,
  IsMobileNumber,
  IsNested,
  IsPan,
  IsPersonName,
  IsRupees,
  IsText,
  IsTierCode,
  IsTrimmedText,
} from '../../http/index.js';

class CustomerDataDto {
  /** Full name of the customer, one line. */
  @IsPersonName()
  name: string;

  /** Email address, to which links and receipts are mailed. */
  @IsEmailAddress()
  email: string;

  /** Indian mobile number, with or without +91; empty for none. */
  @IsOptional()
  @IsMobileNumber()
  phone?: string;
}

export class CreateLinkDto implements CreateLinkRequest {
  /** Price in rupees; must equal the price of the tier. */
  @IsRupees()
  amount: number;

  /** Always `INR`. */
  @IsIn(['INR'])
  currency: 'INR';

  @IsNested(() => CustomerDataDto)
  customerData: CustomerDataDto;

  /** Medal of the tier to sell. Required without `tierCode`; with it, it must be the tier's. */
  @ValidateIf(({ tokenType, tierCode }: CreateLinkDto) => (tokenType ?? null) !== null || (tierCode ?? null) === null)
  @IsIn(TOKEN_TYPES)
  tokenType?: TokenType;

  /** Code of the tier to sell; without it, the tier whose code is `tokenType`. */
  @IsOptional()
  @IsTierCode()
  tierCode?: string;

  /** How the customer came: directly or through a channel partner. */
  @IsIn(REFERENCE_TYPES)
  referenceType: ReferenceType;

  /** Name of the channel partner's broker, one line. */
  @IsOptional()
  @IsTrimmedText({ max: 120 })
  brokerName?: string;

  /** PAN of the customer: five letters, four digits, a letter; stored in capitals, and empty for none. */
  @IsOptional()
  @IsPan()
  panCard?: string;

  /** Name of the bank's gateway; there is one. */
  @IsOptional()
  @IsIn(['icici'])
  paymentGateway?: string;

  /** Lifetime of the link; without it the setting LINK_TTL_HOURS applies. */
  @IsOptional()
  @IsIn(LINK_LIFETIMES)
  expiry?: LinkLifetime;

  /** The event for which the form was opened; without it the current one of the session. */
  @IsOptional()
  @IsText({ max: 12 })
  eventId?: string;

  /** Why a link is created although the same person has an open link of that tier, or holds a token. */
  @IsOptional()
  @IsTrimmedText({
    min: 3,
    max: 200,
    tooShort: SERVER_MESSAGES.link.reasonLength,
    tooLong: SERVER_MESSAGES.link.reasonLength,
  })
  duplicateReason?: string;
}
