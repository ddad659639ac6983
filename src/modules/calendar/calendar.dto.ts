import { IsDayText, IsTrimmedText } from '../../http/index.js';

export class BankHolidayDto {
  /** Of the Indian calendar. */
  @IsDayText()
  day: string;

  /** One line. */
  @IsTrimmedText({ min: 2, max: 60 })
  name: string;
}
