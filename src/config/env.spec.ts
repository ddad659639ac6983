import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { InvalidSettings, settingsFrom } from './env.js';

const directory = mkdtempSync(join(tmpdir(), 'tokendesk-env-'));
afterAll(() => rmSync(directory, { recursive: true }));

const PRODUCTION = {
  NODE_ENV: 'production',
  DATA_DIR: directory,
  APP_URL: 'https://pay.example.com',
  DATABASE_URL: 'mysql://u:p@db:3306/tokendesk',
  JWT_SECRET: 'kX9-a-long-random-value-for-signing-7Q',
  ENCRYPTION_KEY: 'Zt4-another-long-random-value-here-2W',
  GATEWAY_BASE_URL: 'https://pgpay.icicibank.com/pg',
  GATEWAY_MERCHANT_ID: '100000000000001',
  GATEWAY_SECRET_KEY: 'a-real-merchant-key',
};

const NORTH = {
  GATEWAY_PROFILES: 'north',
  GATEWAY_NORTH_MERCHANT_ID: 'T_NORTH',
  GATEWAY_NORTH_SECRET_KEY: 'north-key-1',
};

function problemsOf(environment: Record<string, string | undefined>): string[] {
  try {
    settingsFrom(environment);
    return [];
  } catch (error) {
    if (error instanceof InvalidSettings) return error.problems;
    throw error;
  }
}

describe('settings', () => {
  it('development needs none, and keeps its secrets', () => {
    const first = settingsFrom({ DATA_DIR: directory });
    expect(first).toMatchObject({
      nodeEnv: 'development',
      port: 3000,
      host: '127.0.0.1',
      appUrl: 'http://localhost:3000',
      databaseUrl: `sqlite:${join(directory, 'tokendesk.sqlite')}`,
      sandboxGateway: true,
      demoSeed: true,
      testPages: true,
      linkTtlHours: 72,
      trustProxy: false,
    });
    expect(first.gateway).toMatchObject({
      baseUrl: 'http://127.0.0.1:4010/pg',
      merchantId: 'T_SANDBOX1',
      timeoutMs: 30_000,
      allowedHosts: ['127.0.0.1:4010'],
    });
    expect(settingsFrom({ DATA_DIR: directory }).jwtSecret).toBe(first.jwtSecret);
    const file = join(directory, 'jwt-secret');
    expect(statSync(file).mode & 0o077).toBe(0);
    expect(readFileSync(file, 'utf8').trim().length).toBeGreaterThanOrEqual(32);
  });

  it.each(['jwt-secret', 'encryption-key'])('an empty %s, as a full disk leaves it, is no key', (name) => {
    const folder = mkdtempSync(join(directory, 'full-'));
    writeFileSync(join(folder, name), '');
    expect(problemsOf({ DATA_DIR: folder })).toEqual([expect.stringContaining(`${join(folder, name)} is empty`)]);
    rmSync(join(folder, name));
    expect(settingsFrom({ DATA_DIR: folder }).jwtSecret.length).toBeGreaterThanOrEqual(32);
    expect(readdirSync(folder).sort()).toEqual(['encryption-key', 'jwt-secret']);
  });

  it('the data directory moves the database with everything else, unless that is named', () => {
    expect(settingsFrom({ DATA_DIR: directory, DATABASE_URL: '' }).databaseUrl).toBe(
      `sqlite:${join(directory, 'tokendesk.sqlite')}`,
    );
    expect(settingsFrom({ DATA_DIR: directory, DATABASE_URL: 'sqlite:./x.sqlite' }).databaseUrl).toBe(
      'sqlite:./x.sqlite',
    );
  });

  it('a full production set is accepted', () => {
    expect(settingsFrom(PRODUCTION)).toMatchObject({
      production: true,
      sandboxGateway: false,
      demoSeed: false,
      testPages: false,
    });
  });

  it('production names every missing setting at once', () => {
    const problems = problemsOf({ NODE_ENV: 'production', DATA_DIR: directory }).join('\n');
    for (const name of [
      'APP_URL', 'DATABASE_URL', 'JWT_SECRET', 'ENCRYPTION_KEY', 'GATEWAY_BASE_URL', 'GATEWAY_MERCHANT_ID',
      'GATEWAY_SECRET_KEY',
    ]) {
      expect(problems).toContain(`${name} is required`);
    }
  }); // prettier-ignore

  it.each(['sqlite:', 'sqlite: '])('an embedded database has a file: %j', (DATABASE_URL) => {
    expect(problemsOf({ DATA_DIR: directory, DATABASE_URL })).toEqual([
      'DATABASE_URL must name a file after sqlite:, as in sqlite:./data/tokendesk.sqlite',
    ]);
  });

  it.each([
    ['APP_URL', 'http://pay.example.com'],
    ['APP_URL', 'not a url'],
    ['APP_URL', 'https://pay.example.com/desk'],
    ['DATABASE_URL', 'sqlite:./data/x.sqlite'],
    ['DATABASE_URL', 'postgres://x'],
    ['DATABASE_URL', 'mysql://u:p@db:3306/tokendesk?ssl=true'],
    ['DATABASE_URL', 'mysql://u:p@db:3306'],
    ['DATABASE_URL', 'mysql://u:p#ss@db:3306/tokendesk'],
    ['DATABASE_URL', 'mysql://u:50%off@db:3306/tokendesk'],
    ['DATABASE_READ_URL', 'mysql://u:p@replica:3306/tokendesk?ssl=true'],
    ['DATABASE_READ_URL', 'mysql://u:p@replica:3306/'],
    ['DATABASE_READ_URL', 'mysql://u:p@replica:3306/tokendesk?ssl-mode=REQUIRED'],
    ['DATABASE_READ_URL', 'postgres://x'],
    ['DATABASE_READ_MAX_LAG_SECONDS', '2'],
    ['JWT_SECRET', 'short'],
    ['JWT_SECRET_PREVIOUS', 'short'],
    ['JWT_SECRET_PREVIOUS', 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa'],
    ['JWT_SECRET', 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa'],
    ['ENCRYPTION_KEY', 'short'],
    ['GATEWAY_BASE_URL', 'http://pgpay.icicibank.com/pg'],
    ['GATEWAY_SECRET_KEY', 'short'],
    ['GATEWAY_SECRET_KEY', ''],
    ['GATEWAY_SECRET_KEY', 'sandbox-key-1'],
    ['GATEWAY_SECRET_KEY', 'a-real-merchant-key\n'],
    ['GATEWAY_MERCHANT_ID', 'T_SANDBOX1'],
    ['SANDBOX_GATEWAY', 'true'],
    ['TRUST_PROXY', 'true'],
    ['TRUST_PROXY', '0.0.0.0/0'],
    ['TRUST_PROXY', '10.0.0.1,::/0'],
    ['TRUST_PROXY', '0.0.0.0/0, 10.0.0.1'],
    ['ENCRYPTION_KEY', PRODUCTION.JWT_SECRET],
    ['GATEWAY_SECRET_KEY', PRODUCTION.JWT_SECRET],
    ['GATEWAY_SECRET_KEY', PRODUCTION.ENCRYPTION_KEY],
    ['METRICS_TOKEN', PRODUCTION.JWT_SECRET],
    ['METRICS_TOKEN', PRODUCTION.ENCRYPTION_KEY],
    ['METRICS_TOKEN', PRODUCTION.GATEWAY_SECRET_KEY],
    ['DEMO_SEED', 'true'],
  ])('production refuses %s=%p', (name, value) => {
    const problems = problemsOf({ ...PRODUCTION, [name]: value });
    expect(problems.length).toBeGreaterThan(0);
    expect(problems.filter((problem) => !problem.startsWith(`${name} `))).toEqual([]);
  });

  it.each([
    ['PORT', '70000'],
    ['PORT', '0x10'],
    ['POLL_INTERVAL_SECONDS', '-1'],
    ['LINK_TTL_HOURS', '0'],
    ['GATEWAY_HASH_VERSION', 'v3'],
    ['GATEWAY_INVOICE_PATH', 'no-slash'],
    ['LOG_LEVEL', 'loud'],
    ['ENABLE_TEST_PAGES', 'yes'],
    ['NODE_ENV', 'staging'],
    ['TRUST_PROXY', 'proxy.example.com'],
    ['TRUST_PROXY', '10.0.0.0/33'],
    ['TRUST_PROXY', '-1'],
    ['TRUST_PROXY', '0.0.0.0/0'],
    ['TRUST_PROXY', '10.0.0.1, ::/0'],
    ['TRUST_PROXY', '::ffff:10.0.0.0/00'],
    ['APP_URL', 'http://localhost:3000/desk'],
    ['SUPPORT_EMAIL', 'the office'],
    ['SUPPORT_EMAIL', 'help@example.com, sales@example.com'],
    ['GATEWAY_SECRET_KEY', ''],
    ['GATEWAY_ALLOWED_HOSTS', 'https://pay.bank.example/pg'],
    ['GATEWAY_ALLOWED_HOSTS', 'pay.bank.example,https://pay.bank.example'],
    ['GATEWAY_ALLOWED_HOSTS', 'pay.bank.example/pg'],
    ['GATEWAY_ALLOWED_HOSTS', '*.bank.example'],
    ['GATEWAY_ALLOWED_HOSTS', 'pay.bank.example other.bank.example'],
  ])('refuses %s=%p anywhere', (name, value) => {
    expect(problemsOf({ DATA_DIR: directory, [name]: value })[0]).toContain(name);
  });

  it.each<[string, boolean | number | string]>([
    ['false', false],
    ['1', 1],
    ['10.0.0.1, 10.1.0.0/16', '10.0.0.1, 10.1.0.0/16'],
    ['loopback,2001:db8::/48', 'loopback,2001:db8::/48'],
  ])('production takes TRUST_PROXY=%s', (value, trustProxy) => {
    expect(settingsFrom({ ...PRODUCTION, TRUST_PROXY: value }).trustProxy).toBe(trustProxy);
  });

  it.each([
    ['pay.bank.example, Pay2.Bank.Example:8443,', ['pay.bank.example', 'pay2.bank.example:8443']],
    ['127.0.0.1:4010,[::1]:4010', ['127.0.0.1:4010', '[::1]:4010']],
    ['pay.bank.example:443', ['pay.bank.example:443']],
    ['pay.bank.example:80', ['pay.bank.example']],
  ])('takes GATEWAY_ALLOWED_HOSTS=%s', (value, allowedHosts) => {
    expect(settingsFrom({ DATA_DIR: directory, GATEWAY_ALLOWED_HOSTS: value }).gateway.allowedHosts).toEqual(
      allowedHosts,
    );
  });

  it('the usual port of https is none of a host that is reached by https', () => {
    const { gateway } = settingsFrom({
      ...PRODUCTION,
      GATEWAY_ALLOWED_HOSTS: 'Pay.Bank.Example:443,pay2.bank.example:80',
    });
    expect(gateway.allowedHosts).toEqual(['pay.bank.example', 'pay2.bank.example:80']);
  });

  it('a key may be changed away from one that two secrets shared', () => {
    const shared = 'one-long-value-for-both-of-them-3Q';
    const previous = { JWT_SECRET_PREVIOUS: shared, ENCRYPTION_KEY_PREVIOUS: shared };
    expect(problemsOf({ ...PRODUCTION, ...previous })).toEqual([]);
  });

  it('no message shows a value', () => {
    const shared = problemsOf({ ...PRODUCTION, ENCRYPTION_KEY: PRODUCTION.JWT_SECRET });
    expect(shared).toEqual(['ENCRYPTION_KEY must not be the value of JWT_SECRET']);
    expect(problemsOf({ ...PRODUCTION, JWT_SECRET: 'hunter2' }).join()).not.toContain('hunter2');
  });

  it('a bank of your own means no sandbox, unless it is asked for', () => {
    const bank = { DATA_DIR: directory, GATEWAY_BASE_URL: 'http://127.0.0.1:9/pg' };
    expect(settingsFrom(bank).sandboxGateway).toBe(false);
    expect(settingsFrom({ ...bank, SANDBOX_GATEWAY: 'true' }).sandboxGateway).toBe(true);
    expect(settingsFrom({ DATA_DIR: directory, SANDBOX_GATEWAY: 'false' }).sandboxGateway).toBe(false);
  });

  it.each([
    [{ GATEWAY_BASE_URL: 'http://127.0.0.1:4010/pg' }, true],
    [{ GATEWAY_BASE_URL: 'http://localhost:4010/pg/' }, true],
    [{ GATEWAY_BASE_URL: 'http://bank.localhost:5010/pg', SANDBOX_PORT: '5010' }, true],
    [{ GATEWAY_BASE_URL: 'http://127.0.0.1:5010/pg' }, false],
    [{ GATEWAY_BASE_URL: 'http://127.0.0.1:4010/other' }, false],
    [{ GATEWAY_BASE_URL: 'https://127.0.0.1:4010/pg' }, false],
    [{ GATEWAY_BASE_URL: 'http://bank.example:4010/pg' }, false],
    [{ SANDBOX_PORT: '5010' }, true],
  ])('the sandbox starts for its own address, spelt out or not: %j is %s', (given, starts) => {
    const { sandboxGateway, usesSandbox } = settingsFrom({ DATA_DIR: directory, ...given });
    expect([sandboxGateway, usesSandbox]).toEqual([starts, starts]);
  });

  it.each([
    [{}, true],
    [{ HOST: '0.0.0.0', GATEWAY_BASE_URL: 'http://bank:4010/pg' }, true],
    [{ GATEWAY_BASE_URL: 'http://bank:4010/pg' }, false],
    [{ GATEWAY_BASE_URL: 'https://bank.example/pg' }, false],
    [{ HOST: '0.0.0.0', GATEWAY_BASE_URL: 'https://bank.example/pg' }, false],
    [NORTH, true],
    [{ ...NORTH, GATEWAY_NORTH_BASE_URL: 'https://bank.example/pg' }, false],
  ])('a sandbox that is asked for is the bank of all payments only at its address: %j is %s', (given, isUsed) => {
    const settings = settingsFrom({ DATA_DIR: directory, SANDBOX_GATEWAY: 'true', ...given });
    expect([settings.sandboxGateway, settings.usesSandbox]).toEqual([true, isUsed]);
  });

  it('empty values are as good as none', () => {
    expect(settingsFrom({ DATA_DIR: directory, PORT: '', REDIS_URL: '', JWT_SECRET: '' }).port).toBe(3000);
  });

  describe('mail', () => {
    const mailOf = (environment: Record<string, string>) => {
      const { smtpUrl, mailFrom } = settingsFrom({ DATA_DIR: directory, ...environment });
      return { smtpUrl, ...mailFrom };
    };

    it('needs no server, and comes from the company', () => {
      expect(mailOf({ SMTP_URL: '', MAIL_FROM: '' })).toEqual({
        smtpUrl: null,
        name: 'TokenDesk Developers',
        address: 'support@tokendesk.test',
      });
    });

    it.each([
      ['sales@example.com', '', 'sales@example.com'],
      ['Söhne & Co <Sales@Example.com>', 'Söhne & Co', 'sales@example.com'],
      ['"Sky, Pune" <sales@example.com>', 'Sky, Pune', 'sales@example.com'],
    ])('from %s', (from, name, address) => {
      expect(mailOf({ SMTP_URL: 'smtps://u:p@mail.example.com:465', MAIL_FROM: from })).toMatchObject({
        name,
        address,
      });
    });

    it.each([
      'nobody',
      'a@b.c, d@e.f',
      'A <a@b.c>, B <d@e.f>',
      'A <a@b.c>\r\nBcc: d@e.f',
      '<>',
      'A, B <a@example.com>',
    ])('never from %j', (from) => {
      expect(problemsOf({ DATA_DIR: directory, MAIL_FROM: from })).toEqual([
        'MAIL_FROM must be an address, or Name <address>',
      ]);
    });

    it.each(['mail.example.com', 'http://mail.example.com', 'smtp://', 'smtp:'])('never by %s', (url) => {
      expect(problemsOf({ DATA_DIR: directory, SMTP_URL: url })).toEqual([
        'SMTP_URL must be an smtp:// or smtps:// URL',
      ]);
    });
  });

  describe('serves by', () => {
    const mysql = 'mysql://user:secret@127.0.0.1:3306/name';

    it.each([
      [undefined, mysql, { count: 1, isAuto: false }],
      ['4', mysql, { count: 4, isAuto: false }],
      ['auto', mysql, { count: availableParallelism(), isAuto: true }],
      ['1', 'sqlite:./x.sqlite', { count: 1, isAuto: false }],
      ['auto', 'sqlite:./x.sqlite', { count: 1, isAuto: true }],
    ])('WORKERS=%s on %s', (WORKERS, DATABASE_URL, workers) => {
      expect(settingsFrom({ DATA_DIR: directory, WORKERS, DATABASE_URL }).workers).toEqual(workers);
    });

    it.each(['0', '65', '1.5', '-1', 'all', '02'])('never by WORKERS=%s', (WORKERS) => {
      expect(problemsOf({ DATA_DIR: directory, DATABASE_URL: mysql, WORKERS })).toEqual([
        'WORKERS must be auto, or a number from 1 to 64',
      ]);
    });

    it('one process alone with an embedded database', () => {
      expect(problemsOf({ DATA_DIR: directory, WORKERS: '2' })).toEqual([
        'WORKERS must be 1 or auto with an embedded database, which one process opens at a time',
      ]);
    });
  });

  describe('a replica', () => {
    const DATABASE_URL = 'mysql://u:p@db:3306/tokendesk';

    it('is optional, and may come from a file', () => {
      const file = join(directory, 'replica-url');
      writeFileSync(file, 'mysql://r:p@replica/tokendesk\n', { mode: 0o600 });
      const of = (more: Record<string, string>) => settingsFrom({ DATA_DIR: directory, DATABASE_URL, ...more });
      expect(of({})).toMatchObject({ databaseReadUrl: null, databaseReadMaxLagSeconds: 10 });
      expect(of({ DATABASE_READ_URL_FILE: file, DATABASE_READ_MAX_LAG_SECONDS: '60' })).toMatchObject({
        databaseReadUrl: 'mysql://r:p@replica/tokendesk',
        databaseReadMaxLagSeconds: 60,
      });
    });

    it.each([
      [DATABASE_URL, 'DATABASE_READ_URL must be empty with an embedded database, which has no replica'],
      ['sqlite:./copy.sqlite', 'DATABASE_READ_URL must be a mysql:// URL: only a database server has a replica'],
    ])('of an embedded database is refused: %s', (DATABASE_READ_URL, problem) => {
      expect(problemsOf({ DATA_DIR: directory, DATABASE_READ_URL })).toEqual([problem]);
    });
  });

  it.each(['redis://127.0.0.1:6379', 'rediss://user:secret@redis.example.com:6380/2'])('shares through %s', (url) => {
    expect(settingsFrom({ DATA_DIR: directory, REDIS_URL: url }).redisUrl).toBe(url);
  });

  it.each(['127.0.0.1:6379', 'http://redis.example.com', 'redis://', 'redis:', 'localhost'])(
    'never through %s',
    (url) => {
      expect(problemsOf({ DATA_DIR: directory, REDIS_URL: url })).toEqual([
        'REDIS_URL must be a redis:// or rediss:// URL',
      ]);
    },
  );

  it.each(['redis://:100%secret@127.0.0.1:6379', 'rediss://desk%zz:secret@redis.example.com/2'])(
    'never through one whose user or password cannot be decoded: %s',
    (url) => {
      expect(problemsOf({ DATA_DIR: directory, REDIS_URL: url })).toEqual([
        'REDIS_URL must have / ? # @ : and % in user and password as %2F %3F %23 %40 %3A and %25',
      ]);
      expect(
        settingsFrom({ DATA_DIR: directory, REDIS_URL: url.replace(/%(?=se|zz)/, '%25') }).redisUrl,
      ).not.toBeNull();
    },
  );

  it('sends mail with a password that has a bare %', () => {
    const SMTP_URL = 'smtp://mail:100%secret@smtp.example.com';
    expect(settingsFrom({ DATA_DIR: directory, SMTP_URL, MAIL_FROM: 'sales@example.com' }).smtpUrl).toBe(SMTP_URL);
  });

  describe('the company on receipts and in mails', () => {
    const logo = join(directory, 'logo.png');
    const png = (size: string, end = '0000000049454e44ae426082') =>
      Buffer.from(`89504e470d0a1a0a0000000d49484452${size}${end}`, 'hex');
    writeFileSync(logo, png('000000c80000003c'));

    it('has a registered name and a logo only where they are set', () => {
      expect(settingsFrom({ DATA_DIR: directory }).company).toMatchObject({ legalName: null, logo: null });
      const { company } = settingsFrom({ DATA_DIR: directory, COMPANY_LEGAL_NAME: 'Sky Limited', COMPANY_LOGO: logo });
      expect(company).toMatchObject({ legalName: 'Sky Limited', logo: { file: logo, width: 200, height: 60 } });
    });

    it('refuses a logo that mail programs could not show', () => {
      const files = {
        'logo.svg': '<svg/>',
        'large.png': Buffer.concat([png('000000c80000003c'), Buffer.alloc(200_000)]),
        'cut.png': png('000000c80000003c', ''),
        'empty.png': png('000000000000003c'),
      };
      for (const [name, content] of Object.entries(files)) writeFileSync(join(directory, name), content);
      const problems = [...Object.keys(files), 'nothing.png'].flatMap((name) =>
        problemsOf({ DATA_DIR: directory, COMPANY_LOGO: join(directory, name) }),
      );
      expect(problems).toEqual([
        'COMPANY_LOGO is no PNG file',
        'COMPANY_LOGO is larger than 200 kB',
        'COMPANY_LOGO is not whole',
        'COMPANY_LOGO is an empty picture',
        'COMPANY_LOGO cannot be read',
      ]);
    });
  });

  describe('secrets from files', () => {
    const file = join(directory, 'jwt-from-file');
    writeFileSync(file, `${PRODUCTION.JWT_SECRET}\n`, { mode: 0o600 });

    it('a file takes the place of the value, without its line end', () => {
      const { JWT_SECRET: _left, ...rest } = PRODUCTION;
      expect(settingsFrom({ ...rest, JWT_SECRET_FILE: file }).jwtSecret).toBe(PRODUCTION.JWT_SECRET);
    });

    it('both at once, or a file that is not there, is refused by name', () => {
      expect(problemsOf({ ...PRODUCTION, JWT_SECRET_FILE: file })).toEqual([
        'JWT_SECRET and JWT_SECRET_FILE are both set: use one',
      ]);
      const { JWT_SECRET: _left, ...rest } = PRODUCTION;
      expect(problemsOf({ ...rest, JWT_SECRET_FILE: join(directory, 'nothing') })).toEqual([
        'JWT_SECRET_FILE cannot be read (ENOENT)',
      ]);
    });

    it('what a file holds is judged like any value, and never shown', () => {
      const weak = join(directory, 'weak');
      writeFileSync(weak, 'hunter2');
      const { JWT_SECRET: _left, ...rest } = PRODUCTION;
      const problems = problemsOf({ ...rest, JWT_SECRET_FILE: weak });
      expect(problems.join()).toMatch(/^JWT_SECRET must be at least 32 bytes/);
      expect(problems.join()).not.toContain('hunter2');
    });
  });
});
