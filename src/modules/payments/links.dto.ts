import { IsIn, IsOptional, IsString } from 'class-validator';
import {
  type CancelLinkRequest,
  type CorrectContactRequest,
  LINK_LIFETIMES,
  type LinkLifetime,
  type ReissueLinkRequest,
  type SendLinkMailRequest,
} from '../../contracts/links.js';
import { MESSAGES } from '../../contracts/messages.js';
import { normaliseEmail } from '../../domain/email.js';
import { normalisePhone } from '../../domain/phone.js';
import { TOKEN_TYPES, type TokenType } from '../../domain/token-catalogue.js';
import {
  check,
  IsPersonName,
  IsText,
  IsTrimmedLines,
  IsTrimmedText,
  Trimmed,
  TrimmedSpaces,
} from '../../http/index.js';

const MESSAGE_LENGTH = 500;
/** What is accepted and not used is not kept either; it only has to be of a sane size. */
const UNUSED_LENGTH = 2000;

const isEmail = (text: string) => normaliseEmail(text) !== null;
const isPhoneOrEmpty = (text: string) => text === '' || normalisePhone(text) !== null;

export class ReissueLinkDto implements ReissueLinkRequest {
  @IsOptional()
  @IsIn(LINK_LIFETIMES)
  expiry?: LinkLifetime;
}

export class CancelLinkDto implements CancelLinkRequest {
  @IsOptional()
  @IsTrimmedText({ max: 200 })
  reason?: string;
}

export class CorrectContactDto implements CorrectContactRequest {
  @IsPersonName()
  name: string;

  @Trimmed()
  @IsString()
  @check('email', MESSAGES.form.email, isEmail)
  email: string;

  /** Left out: the number stays. Empty: no number. */
  @IsOptional()
  @TrimmedSpaces()
  @IsString()
  @check('phone', MESSAGES.form.phone, isPhoneOrEmpty)
  phone?: string;
}

export class OpenLinksQuery {
  @IsIn(TOKEN_TYPES)
  tokenType: TokenType;

  @IsOptional()
  @Trimmed()
  @IsString()
  @check('email', MESSAGES.form.email, (text) => text === '' || isEmail(text))
  email?: string;

  @IsOptional()
  @TrimmedSpaces()
  @IsString()
  @check('phone', MESSAGES.form.phone, isPhoneOrEmpty)
  phone?: string;
}

export class SendLinkMailDto implements SendLinkMailRequest {
  @IsText({ max: 64 })
  paymentId: string;

  /** Several lines, unlike other texts. */
  @IsOptional()
  @IsTrimmedLines({ max: MESSAGE_LENGTH })
  message?: string;

  @IsOptional()
  @IsText({ max: UNUSED_LENGTH })
  customerEmail?: string;

  @IsOptional()
  @IsText({ max: UNUSED_LENGTH })
  customerName?: string;

  @IsOptional()
  @IsText({ max: UNUSED_LENGTH })
  paymentUrl?: string;
}
