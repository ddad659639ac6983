import { IsPassword, IsText } from '../../../http/index.js';

const CODE_MAX = 64;

export class ChangePasswordDto {
  /** The current password of the account. */
  @IsPassword()
  currentPassword: string;

  /** The new password, at least 12 characters. */
  @IsPassword()
  newPassword: string;
}

export class CodeDto {
  /** A code of six digits or a recovery code. */
  @IsText({ max: CODE_MAX })
  code: string;
}

export class SwitchOffDto extends CodeDto {
  /** Password of the account. */
  @IsPassword()
  password: string;
}
