import { IsBoolean, IsOptional } from 'class-validator';
import { type ChangeViewRequest, type SaveViewRequest, VIEW_LIMITS } from '../../../contracts/saved-views.js';
import { IsText, IsTrimmedText } from '../../../http/index.js';

const QUERY_LENGTH = 300;

export class SaveViewDto implements SaveViewRequest {
  /** Name of the view, one line. */
  @IsTrimmedText({ min: 1, max: VIEW_LIMITS.nameLength })
  name: string;

  /** Filters and order as they stand in the list's address; search and page are left out. */
  @IsText({ max: QUERY_LENGTH })
  query: string;

  /** True: every admin sees it. */
  @IsOptional()
  @IsBoolean()
  isShared?: boolean;
}

export class ChangeViewDto implements ChangeViewRequest {
  /** New name of the view, one line. */
  @IsOptional()
  @IsTrimmedText({ min: 1, max: VIEW_LIMITS.nameLength })
  name?: string;

  /** New filters and order. */
  @IsOptional()
  @IsText({ max: QUERY_LENGTH })
  query?: string;

  /** Whether every admin sees it. */
  @IsOptional()
  @IsBoolean()
  isShared?: boolean;
}
