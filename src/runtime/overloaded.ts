/** The product has more work of one kind than it can queue. Answered as 503: the same request may work in a moment. */
export class Overloaded extends Error {
  constructor(
    what: string,
    readonly retryAfterSeconds = 2,
  ) {
    super(`Too much work is waiting: ${what}`);
    this.name = 'Overloaded';
  }
}
