import { IsOptional, IsString } from 'class-validator';
import { IsText } from '../../http/index.js';

/** Only the form is checked here: what is wrong with an address or a password is never told apart from a wrong one. */
export class LoginDto {
  @IsOptional()
  @IsText({ max: 2000 })
  email?: string;

  @IsOptional()
  @IsString()
  password?: string;

  /** Six digits or a recovery code, where the account has a second factor. */
  @IsOptional()
  @IsText({ max: 64 })
  code?: string;
}

export class LoginFormDto extends LoginDto {
  /** The page asked for before the login; anything but a path of ours is ignored. */
  @IsOptional()
  @IsText({ max: 8192 })
  next?: string;
}

export class CodeFormDto {
  @IsOptional()
  @IsText({ max: 64 })
  code?: string;
}

/** One of the two. */
export class StepUpDto extends CodeFormDto {
  @IsOptional()
  @IsString()
  password?: string;
}
