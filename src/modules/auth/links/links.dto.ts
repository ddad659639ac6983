import { IsOptional, IsString } from 'class-validator';
import { IsText } from '../../../http/index.js';

export class ForgotDto {
  @IsOptional()
  @IsText({ max: 2000 })
  email?: string;
}

export class SetPasswordDto {
  @IsString()
  password: string;

  @IsString()
  repeat: string;
}
