import { IsOptional } from 'class-validator';
import { IsPassword, IsText } from '../../http/index.js';

/** Checks types only: a malformed address or password is answered like a wrong one. */
export class LoginDto {
  /** Of the account; what is no address is nobody’s. */
  @IsOptional()
  @IsText({ max: 2000 })
  email?: string;

  /** Of the account. */
  @IsOptional()
  @IsPassword()
  password?: string;

  /** Of the second factor, where the account has one: six digits or a recovery code. */
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
  /** Six digits, or a recovery code. */
  @IsOptional()
  @IsText({ max: 64 })
  code?: string;
}

/** One of the two. */
export class StepUpDto extends CodeFormDto {
  /** Of the account. */
  @IsOptional()
  @IsPassword()
  password?: string;
}
