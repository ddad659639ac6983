import { IsOptional } from 'class-validator';
import { IsPassword, IsText } from '../../../http/index.js';

export class ForgotDto {
  /** Email address of the account; a malformed one is answered like an unknown one. */
  @IsOptional()
  @IsText({ max: 2000 })
  email?: string;
}

export class SetPasswordDto {
  /** The new password, at least 12 characters. */
  @IsPassword()
  password: string;

  /** The new password again. */
  @IsPassword()
  repeat: string;

  /** The mark of the link whose page the form is on. */
  @IsOptional()
  @IsText({ max: 100 })
  link?: string;
}
