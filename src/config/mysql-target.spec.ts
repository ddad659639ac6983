import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { mysqlServer, mysqlTarget } from './mysql-target.js';

describe('the parameters of DATABASE_URL', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tokendesk-target-'));
  const file = join(folder, 'ca.pem');
  writeFileSync(file, 'an authority');
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const uri = 'mysql://u:p%3F@db.example:3306/tokendesk';
  const of = (query: string) => mysqlTarget(`${uri}${query}`);
  const tls = (verifyIdentity: boolean) => ({ minVersion: 'TLSv1.2', verifyIdentity });

  it.each([
    ['', undefined],
    ['?ssl-mode=DISABLED', undefined],
    ['?ssl-mode=VERIFY_CA', tls(false)],
    ['?ssl-mode=VERIFY_IDENTITY', tls(true)],
  ])('%p', (query, ssl) => {
    expect(of(query)).toEqual({ uri, ...(ssl && { ssl }) });
  });

  it('an authority is read from its file', () => {
    expect(of(`?ssl-mode=VERIFY_CA&ssl-ca=${encodeURIComponent(file)}`).ssl).toEqual({
      ...tls(false),
      ca: 'an authority',
    });
  });

  it('a URL of MariaDB is for the same driver', () => {
    expect(mysqlTarget('mariadb://u@h/d')).toEqual({ uri: 'mysql://u@h/d' });
  });

  it.each([
    ['?ssl=true', /parameter "ssl"/],
    ['?ssl-mode=verify_ca', /unknown ssl-mode/],
    ['?ssl-mode=PREFERRED', /unknown ssl-mode/],
    ['?ssl-ca=/etc/ca.pem', /needs ssl-mode=VERIFY_CA/],
    ['?ssl-mode=REQUIRED', /unknown ssl-mode/],
    ['?ssl-mode=VERIFY_CA&ssl-ca=/nowhere/ca.pem', /cannot be read: \/nowhere\/ca\.pem$/],
  ])('%p is refused', (query, why) => {
    expect(() => of(query)).toThrow(why);
  });

  it.each(['10.0.0.1', '[fd00::1]'])('no certificate is compared with %s', (host) => {
    expect(() => mysqlTarget(`mysql://u:p@${host}/d?ssl-mode=VERIFY_IDENTITY`)).toThrow(/needs the name of a host/);
  });

  it.each([
    ['no name of a database', 'mysql://u:p@db'],
    ['no name of a database but a slash', 'mysql://u:p@db:3306/'],
    ['no host', 'mysql:///tokendesk'],
    ['a # in the password', 'mysql://u:p#ss@db/tokendesk'],
    ['a / in the password', 'mysql://u:p/ss@db/tokendesk'],
    ['a ? in the password', 'mysql://u:p?ss@db/tokendesk'],
    ['a % in the password', 'mysql://u:50%off@db/tokendesk'],
    ['a port that is none', 'mysql://u:p@db:port/tokendesk'],
  ])('%s is refused, and not shown', (_what, url) => {
    expect(() => mysqlTarget(url)).toThrow(/^must be mysql:\/\/user:password@host:port\/name, with [^$]* as %2F/);
  });

  it.each([
    ['mysql://u:p%40%23s@db.example/tokendesk', { host: 'db.example', port: 3306, password: 'p@#s' }],
    ['mysql://u:p@ss@db.example:3307/tokendesk', { host: 'db.example', port: 3307, password: 'p@ss' }],
    ['mysql://u:p@[fd00::1]:3307/tokendesk', { host: 'fd00::1', port: 3307, password: 'p' }],
  ])('the parts of %s', (url, parts) => {
    expect(mysqlServer(url)).toEqual({ username: 'u', database: 'tokendesk', ...parts });
  });
});
