import { Injectable, type PipeTransform } from '@nestjs/common';
import { Refusal } from '../../../runtime/refusal.js';

/** A malformed id is an unknown account. */
@Injectable()
export class StaffIdPipe implements PipeTransform<string, number> {
  transform(value: string): number {
    if (!/^[1-9]\d{0,9}$/.test(value)) throw new Refusal('STAFF_NOT_FOUND');
    return Number(value);
  }
}
