import { Injectable, type PipeTransform } from '@nestjs/common';
import { StaffNotFound } from '../auth.errors.js';

/** A malformed id is an unknown account. */
@Injectable()
export class StaffIdPipe implements PipeTransform<string, number> {
  transform(value: string): number {
    if (!/^[1-9]\d{0,9}$/.test(value)) throw new StaffNotFound();
    return Number(value);
  }
}
