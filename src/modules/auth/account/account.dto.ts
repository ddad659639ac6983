import { IsString } from 'class-validator';
import { IsText } from '../../../http/index.js';

const CODE_MAX = 64;

export class ChangePasswordDto {
  @IsString()
  currentPassword: string;

  @IsString()
  newPassword: string;
}

export class CodeDto {
  @IsText({ max: CODE_MAX })
  code: string;
}

export class SwitchOffDto extends CodeDto {
  @IsString()
  password: string;
}
