/** Prevents the start and can be fixed by an operator. Printed in one line, without a stack. */
export class StartRefusal extends Error {
  readonly code: string = 'START_REFUSED';
}
