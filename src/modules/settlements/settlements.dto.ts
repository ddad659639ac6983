import { IsString } from 'class-validator';
import type { ReconcileRequest } from '../../contracts/settlements.js';

export class ReconcileDto implements ReconcileRequest {
  /** `YYYY-MM-DD`, Indian calendar. */
  @IsString()
  day: string;
}
