import { IsDayText } from '../../http/index.js';

export class DayCloseDto {
  /** Of the Indian calendar. */
  @IsDayText()
  day: string;
}
