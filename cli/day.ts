import { type IstDay, isIstDay } from '../src/domain/ist-day.js';
import { WrongUsage } from './output.js';

/** A day of the Indian calendar, as an option gives it. @throws WrongUsage */
export function dayFrom(option: string, text: string | undefined): IstDay {
  if (!isIstDay(text)) throw new WrongUsage(`${option} must be a day such as 2026-11-20`);
  return text;
}
