import type { ReconcileRequest } from '../../contracts/settlements.js';
import { IsDayText } from '../../http/index.js';

export class ReconcileDto implements ReconcileRequest {
  /** Of the Indian calendar. */
  @IsDayText()
  day: string;
}
