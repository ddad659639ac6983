import { IsText, IsTrimmedText } from '../../http/index.js';

export class BankHolidayDto {
  /** `YYYY-MM-DD`, Indian calendar. */
  @IsText({ max: 40 })
  day: string;

  @IsTrimmedText({ min: 2, max: 60 })
  name: string;
}
