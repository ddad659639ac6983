import { IsIn, IsOptional, ValidateIf } from 'class-validator';
import type { QuotaUpdate } from '../../../contracts/quota.js';
import { TOKEN_TYPES, type TokenType } from '../../../domain/payment/token-catalogue.js';
import { IsText, IsTierCode } from '../../../http/index.js';

/** The rule of the limit stands in the domain, since commands keep to it too; here is its length. */
export class QuotaLimitDto implements QuotaUpdate {
  /** Code of the tier that is limited. */
  @IsOptional()
  @IsTierCode()
  tierCode?: string;

  /** Its medal; alone, it stands for the tier whose code it is. */
  @ValidateIf(({ tokenType, tierCode }: QuotaLimitDto) => (tokenType ?? null) !== null || (tierCode ?? null) === null)
  @IsIn(TOKEN_TYPES)
  tokenType?: TokenType;

  /** Most units that may be sold and reserved together, a whole number; empty for no limit. */
  @IsText({ max: 12 })
  limit: string;
}
