import type { ReconcileRequest } from '../../contracts/settlements.js';
import { IsText } from '../../http/index.js';

export class ReconcileDto implements ReconcileRequest {
  /** `YYYY-MM-DD`, Indian calendar. */
  @IsText({ max: 40 })
  day: string;
}
