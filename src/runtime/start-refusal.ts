/** Keeps the product from starting, and an operator can mend it. Whoever starts it says the message in one line, without a stack. */
export class StartRefusal extends Error {
  readonly code: string = 'START_REFUSED';
}
