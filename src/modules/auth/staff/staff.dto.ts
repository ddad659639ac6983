import { IsBoolean, IsIn } from 'class-validator';
import { MESSAGES } from '../../../contracts/messages.js';
import { normaliseEmail } from '../../../domain/email.js';
import { type Role, ROLES } from '../../../domain/roles.js';
import { check, IsPersonName, IsTrimmedText } from '../../../http/index.js';

export class RoleDto {
  @IsIn(ROLES)
  role: Role;
}

export class InviteDto extends RoleDto {
  @IsPersonName()
  name: string;

  @IsTrimmedText({ max: 254 })
  @check('email', MESSAGES.form.email, (email) => normaliseEmail(email) !== null)
  email: string;
}

export class TotpRuleDto {
  @IsBoolean()
  required: boolean;
}
