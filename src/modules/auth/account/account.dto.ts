import { IsBoolean, IsIn, IsOptional } from 'class-validator';
import type { ChangePreferencesRequest } from '../../../contracts/accounts.js';
import { PAGE_SIZE } from '../../../domain/files/pagination.js';
import { PAGE_SIZES, SIZED_LISTS, type SizedList } from '../../../domain/people/preferences.js';
import { IsPassword, IsText } from '../../../http/index.js';

const CODE_MAX = 64;

export class ChangePasswordDto {
  /** The current password of the account. */
  @IsPassword()
  currentPassword: string;

  /** The new password, at least 12 characters. */
  @IsPassword()
  newPassword: string;
}

export class PreferencesDto implements ChangePreferencesRequest {
  /** The list that `pageSize` is for. */
  @IsOptional()
  @IsIn(SIZED_LISTS)
  list?: SizedList;

  /** Rows a page of the list. */
  @IsOptional()
  @IsIn([PAGE_SIZE.dashboard, ...PAGE_SIZES])
  pageSize?: number;

  /** Whether the menu beside the pages shows its icons alone. */
  @IsOptional()
  @IsBoolean()
  menuFolded?: boolean;
}

export class CodeDto {
  /** A code of six digits or a recovery code. */
  @IsText({ max: CODE_MAX })
  code: string;
}

export class SwitchOffDto extends CodeDto {
  /** Password of the account. */
  @IsPassword()
  password: string;
}
