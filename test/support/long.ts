import { isOnServer } from './engine.js';

/** Whether this is `npm run test:long`, which has the night: sizes and seeds that the ordinary run takes samples of. */
export const isLong = process.env.TEST_LONG === '1';

/**
 * Cases that differ in what the bank says or in the order of steps, and not in the statements that follow: all of them on SQLite and in
 * the long run, on MariaDB those for which `isSampled` is true.
 */
export function sampled<Case>(cases: readonly Case[], isSampled: (each: Case, at: number) => boolean): Case[] {
  return cases.filter((each, at) => isLong || !isOnServer() || isSampled(each, at));
}
