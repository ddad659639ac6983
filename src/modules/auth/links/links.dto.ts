import { IsOptional, IsString, MaxLength } from 'class-validator';

export class ForgotDto {
  @IsOptional()
  @IsString()
  @MaxLength(2000)
  email?: string;
}

export class SetPasswordDto {
  @IsString()
  password: string;

  @IsString()
  repeat: string;
}
