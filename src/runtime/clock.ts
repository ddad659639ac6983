/** The only source of the current time; tests replace it. Times are instants (UTC). */
export abstract class Clock {
  abstract now(): Date;
}

export class SystemClock extends Clock {
  now(): Date {
    return new Date();
  }
}
