/** The queue for this kind of work is full. Answered as 503: the request may succeed later. */
export class Overloaded extends Error {
  constructor(
    what: string,
    readonly retryAfterSeconds = 2,
  ) {
    super(`Too much work is waiting: ${what}`);
    this.name = 'Overloaded';
  }
}
