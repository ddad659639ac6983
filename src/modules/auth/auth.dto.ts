import { IsOptional } from 'class-validator';
import { IsPassword, IsText } from '../../http/index.js';

/** Checks types only: a malformed address or password is answered like a wrong one. */
export class LoginDto {
  /** Email address of the account; a malformed one is answered like an unknown one. */
  @IsOptional()
  @IsText({ max: 2000 })
  email?: string;

  /** Password of the account. */
  @IsOptional()
  @IsPassword()
  password?: string;

  /** Second factor, where the account has one: a code of six digits or a recovery code. */
  @IsOptional()
  @IsText({ max: 64 })
  code?: string;
}

export class LoginFormDto extends LoginDto {
  /** Path of the page asked for before the login; anything but a path of the product is ignored. */
  @IsOptional()
  @IsText({ max: 8192 })
  next?: string;
}

export class CodeFormDto {
  /** A code of six digits or a recovery code. */
  @IsOptional()
  @IsText({ max: 64 })
  code?: string;
}

/** A code or the password; one of the two is enough. */
export class StepUpDto extends CodeFormDto {
  /** Password of the account. */
  @IsOptional()
  @IsPassword()
  password?: string;
}
