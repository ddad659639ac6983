import { IsText } from '../../http/index.js';

export class DayCloseDto {
  /** `YYYY-MM-DD`, Indian calendar. */
  @IsText({ max: 40 })
  day: string;
}
