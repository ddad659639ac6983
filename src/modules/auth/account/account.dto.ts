import { IsString, MaxLength } from 'class-validator';

const CODE_MAX = 64;

export class ChangePasswordDto {
  @IsString()
  currentPassword: string;

  @IsString()
  newPassword: string;
}

export class CodeDto {
  @IsString()
  @MaxLength(CODE_MAX)
  code: string;
}

export class SwitchOffDto extends CodeDto {
  @IsString()
  password: string;
}
