import { IsString } from 'class-validator';

export class DayCloseDto {
  /** `YYYY-MM-DD`, Indian calendar. */
  @IsString()
  day: string;
}
