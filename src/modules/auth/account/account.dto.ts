import { IsPassword, IsText } from '../../../http/index.js';

const CODE_MAX = 64;

export class ChangePasswordDto {
  /** The present one. */
  @IsPassword()
  currentPassword: string;

  /** At least 12 characters. */
  @IsPassword()
  newPassword: string;
}

export class CodeDto {
  /** Six digits, or a recovery code. */
  @IsText({ max: CODE_MAX })
  code: string;
}

export class SwitchOffDto extends CodeDto {
  /** Of the account. */
  @IsPassword()
  password: string;
}
