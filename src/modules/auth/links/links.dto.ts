import { IsOptional } from 'class-validator';
import { IsPassword, IsText } from '../../../http/index.js';

export class ForgotDto {
  /** Of the account; what is no address is nobody’s. */
  @IsOptional()
  @IsText({ max: 2000 })
  email?: string;
}

export class SetPasswordDto {
  /** At least 12 characters. */
  @IsPassword()
  password: string;

  /** The same once more. */
  @IsPassword()
  repeat: string;
}
