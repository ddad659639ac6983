import { type IstDay, isIstDay } from '../src/domain/calendar/ist-day.js';
import { WrongUsage } from './output.js';

/** An IST day from an option. @throws WrongUsage */
export function dayFrom(option: string, text: string | undefined): IstDay {
  if (!isIstDay(text)) throw new WrongUsage(`${option} must be a day such as 2026-11-20`);
  return text;
}
