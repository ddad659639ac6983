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
}

export class LoginFormDto extends LoginDto {
  /** The page asked for before the login; anything but a path of ours is ignored. */
  @IsOptional()
  @IsString()
  next?: string;
}
