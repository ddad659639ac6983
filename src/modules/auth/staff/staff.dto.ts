import { IsBoolean, IsIn } from 'class-validator';
import { type Role, ROLES } from '../../../domain/people/roles.js';
import { IsEmailAddress, IsPersonName, IsTrimmedText } from '../../../http/index.js';

export class RoleDto {
  /** What the account may do. */
  @IsIn(ROLES)
  role: Role;
}

export class InviteDto extends RoleDto {
  /** One line. */
  @IsPersonName()
  name: string;

  /** The address the invitation goes to. */
  @IsTrimmedText({ max: 254 })
  @IsEmailAddress()
  email: string;
}

export class TotpRuleDto {
  @IsBoolean()
  required: boolean;
}
