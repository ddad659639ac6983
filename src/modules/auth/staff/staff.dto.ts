import { ArrayMaxSize, IsArray, IsBoolean, IsIn, IsOptional, IsString } from 'class-validator';
import { MAX_LIMITED_PROJECTS } from '../../../domain/people/project-rights.js';
import { type Role, ROLES } from '../../../domain/people/roles.js';
import { IsEmailAddress, IsPersonName, IsTrimmedText } from '../../../http/index.js';

export class RoleDto {
  /** Role of the account. */
  @IsIn(ROLES)
  role: Role;
}

export class InviteDto extends RoleDto {
  /** Full name, one line. */
  @IsPersonName()
  name: string;

  /** Email address that the invitation goes to. */
  @IsTrimmedText({ max: 254 })
  @IsEmailAddress()
  email: string;

  /** Of an admin: short names of the projects that the account is limited to; left out: all projects. */
  @IsOptional()
  @IsArray()
  @ArrayMaxSize(MAX_LIMITED_PROJECTS)
  @IsString({ each: true })
  projects?: string[];
}

export class StaffProjectsDto {
  /** True for an admin of all projects. */
  @IsBoolean()
  all: boolean;

  /** Otherwise the short names of the projects that the admin is limited to; left out: none. */
  @IsOptional()
  @IsArray()
  @ArrayMaxSize(MAX_LIMITED_PROJECTS)
  @IsString({ each: true })
  projects?: string[];
}

export class TotpRuleDto {
  @IsBoolean()
  required: boolean;
}
