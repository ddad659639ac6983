import { IsBoolean, IsIn } from 'class-validator';
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
}

export class TotpRuleDto {
  @IsBoolean()
  required: boolean;
}
