import { describe, expect, it } from '@jest/globals';
import { QueryFailedError } from 'typeorm';
import { isDatabaseUnavailable } from '../http/index.js';
import {
  CommitDidNotHappen,
  CommitOutcomeUnknown,
  fateOf,
  isConnectionUseless,
  type UnitFate,
} from './commit-outcome.js';

interface Fields {
  errno?: number;
  code?: string;
  fatal?: boolean;
}

const failed = (fields: Fields, message: string) =>
  new QueryFailedError('COMMIT', [], Object.assign(new Error(message), fields));
const server = (errno: number, message = 'x') => failed({ errno, code: 'ER_X' }, message);
const line = (code: string) => failed({ code, fatal: true }, code);
const READ_ONLY = 'The MySQL server is running with the --super-read-only option so it cannot execute this statement';

/** Error, before COMMIT was sent, at COMMIT. ADR 25 has the same table with what follows. */
const CASES: [string, unknown, UnitFate, UnitFate][] = [
  ['the server closed the connection', line('PROTOCOL_CONNECTION_LOST'), 'rolled-back', 'unknown'],
  ['the connection was reset', line('ECONNRESET'), 'rolled-back', 'unknown'],
  ['the connection is closed on our side', line('EPIPE'), 'rolled-back', 'unknown'],
  ['no answer within the time limit', line('PROTOCOL_SEQUENCE_TIMEOUT'), 'rolled-back', 'unknown'],
  ['no route', line('EHOSTUNREACH'), 'rolled-back', 'unknown'],
  ['the server lost the client (2013)', server(2013), 'rolled-back', 'unknown'],
  ['the server stops (1053)', server(1053), 'rolled-back', 'unknown'],
  ['the statement was interrupted (1317)', server(1317), 'rolled-back', 'unknown'],
  ['the connection was killed, MariaDB (1927)', server(1927), 'rolled-back', 'unknown'],
  ['an error during COMMIT (1180)', server(1180), 'rolled-back', 'unknown'],
  ['a hook of the group failed, member expelled (3100)', server(3100), 'rolled-back', 'unknown'],
  ['the group is not reached in time (3797)', server(3797), 'rolled-back', 'unknown'],
  ['Galera: not prepared for use (1047)', server(1047), 'rolled-back', 'unknown'],
  ['a number that nobody has heard of', server(9999), 'rolled-back', 'unknown'],
  ['certification failed, Group Replication (3101)', server(3101), 'conflict', 'conflict'],
  ['deadlock; certification failed, Galera (1213)', server(1213), 'conflict', 'unknown'],
  ['lock wait timeout (1205)', server(1205), 'conflict', 'unknown'],
  ['super_read_only (1290)', server(1290, READ_ONLY), 'read-only', 'read-only'],
  ['read-only mode (1836)', server(1836), 'read-only', 'read-only'],
  ['another option forbids it (1290)', server(1290, '--secure-file-priv'), 'rolled-back', 'unknown'],
  ['a duplicate key (1062)', server(1062), 'rolled-back', 'unknown'],
  ['looked up: not done', new CommitDidNotHappen(null), 'conflict', 'conflict'],
  ['could not be looked up', new CommitOutcomeUnknown(null), 'unknown', 'unknown'],
  ['an error of the work', new Error('refused'), 'rolled-back', 'unknown'],
];

describe('what an error says about its unit of work', () => {
  it.each(CASES)('%s', (_what, error, before, atCommit) => {
    expect([fateOf(error, 'statement'), fateOf(error, 'commit')]).toEqual([before, atCommit]);
  });

  it.each([1047, 1053, 1180, 1205, 1213, 1317, 1927, 3032, 3100, 3101, 3796, 3797, 4031])(
    '%i is answered with 503',
    (errno) => {
      expect(isDatabaseUnavailable(server(errno))).toBe(true);
    },
  );

  it.each([
    new CommitOutcomeUnknown(null),
    new CommitDidNotHappen(null),
    server(1290, READ_ONLY),
    line('PROTOCOL_CONNECTION_LOST'),
  ])('%s is answered with 503', (error) => {
    expect(isDatabaseUnavailable(error)).toBe(true);
  });

  it.each<[string, unknown, boolean]>([
    ['a secondary of a group', server(1290, READ_ONLY), true],
    ['a server that stops', server(1053), true],
    ['a member without its group', server(3100), true],
    ['a line that is gone', line('ECONNRESET'), true],
    ['a conflict', server(3101), false],
    ['a duplicate key', server(1062), false],
    ['an error of the work', new Error('refused'), false],
  ])('before COMMIT the connection to %s is given up: %#', (_what, error, isUseless) => {
    expect(isConnectionUseless(error, 'statement')).toBe(isUseless);
  });

  it('after a COMMIT without a clear answer the connection is given up', () => {
    expect(isConnectionUseless(server(1180), 'commit')).toBe(true);
    expect(isConnectionUseless(server(1213), 'commit')).toBe(true);
    expect(isConnectionUseless(server(3101), 'commit')).toBe(false);
  });
});
