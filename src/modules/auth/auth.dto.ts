import { IsOptional, IsString, MaxLength } from 'class-validator';

/** Only the form is checked here: what is wrong with an address or a password is never told apart from a wrong one. */
export class LoginDto {
  @IsOptional()
  @IsString()
  @MaxLength(2000)
  email?: string;

  @IsOptional()
  @IsString()
  password?: string;

  /** Six digits or a recovery code, where the account has a second factor. */
  @IsOptional()
  @IsString()
  @MaxLength(64)
  code?: string;
}

export class LoginFormDto extends LoginDto {
  /** The page asked for before the login; anything but a path of ours is ignored. */
  @IsOptional()
  @IsString()
  next?: string;
}

export class CodeFormDto {
  @IsOptional()
  @IsString()
  @MaxLength(64)
  code?: string;
}

/** One of the two. */
export class StepUpDto extends CodeFormDto {
  @IsOptional()
  @IsString()
  password?: string;
}
