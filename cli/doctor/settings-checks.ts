import { profileVariable } from '../../src/config/merchant-profiles.js';
import type { Settings } from '../../src/config/settings.token.js';
import { type Check, ok, warn } from './check.js';

/** Sample values of `.env.example` that must not be used in production. */
const DEMO_VALUES = [
  'TokenDesk Developers',
  '+91 20 5550 0100',
  'support@tokendesk.test',
  'TokenDesk Sales Office, Baner Road, Pune 411045',
];
const TEST_HOST = /(^|[.-])(qa|uat|sandbox|test|staging|dev)([.-]|$)/i;

/** Warns about valid but risky settings. Invalid ones never get here. */
export function settingsChecks(settings: Settings): Check[] {
  if (!settings.production) return [ok('settings', `valid (${settings.nodeEnv})`), ...rotations(settings)];
  const found = [...exposed(settings), ...missing(settings), ...rotations(settings)];
  return [ok('settings', 'valid (production)'), ...found];
}

function exposed(settings: Settings): Check[] {
  const { gateway, databaseUrl, testPages } = settings;
  const { username, password } = new URL(databaseUrl);
  const checks: (Check | false)[] = [
    testPages && warn('settings', 'ENABLE_TEST_PAGES is on', 'set it to false'),
    TEST_HOST.test(new URL(gateway.baseUrl).hostname) &&
      warn('settings', "GATEWAY_BASE_URL looks like the bank's test system", 'use the address of the live system'),
    username === 'root' && warn('settings', 'the database is used as root', 'give the product a user of its own'),
    password === '' && warn('settings', 'the database user has no password', 'set one, or let only a socket in'),
  ];
  return checks.filter((check) => check !== false);
}

function missing({ smtpUrl, company, metricsToken }: Settings): Check[] {
  const shown = [company.name, company.supportPhone, company.supportEmail, company.officeAddress];
  const demo = shown.filter((value) => DEMO_VALUES.includes(value));
  const checks: (Check | false)[] = [
    smtpUrl === null && warn('settings', 'SMTP_URL is empty: no mail leaves this machine', 'name a mail server'),
    demo.length > 0 &&
      warn(
        'settings',
        `customers are shown demo values (${demo.join(', ')})`,
        'set COMPANY_NAME, SUPPORT_PHONE, SUPPORT_EMAIL and OFFICE_ADDRESS',
      ),
    metricsToken !== null &&
      metricsToken.length < 24 &&
      warn('settings', 'METRICS_TOKEN is short', 'use 24 random characters or more'),
  ];
  return checks.filter((check) => check !== false);
}

function rotations({ gateway, previousEncryptionKey, jwtSecretPrevious }: Settings): Check[] {
  const checks: (Check | false)[] = [
    gateway.previousSecretKey !== null &&
      warn(
        'settings',
        'GATEWAY_SECRET_KEY_PREVIOUS is set: the old key is still believed',
        'take it out once the bank signs with the new key alone',
      ),
    ...gateway.profiles.map(
      ({ name, previousSecretKey }) =>
        previousSecretKey !== null &&
        warn(
          'settings',
          `${profileVariable(name, 'SECRET_KEY_PREVIOUS')} is set: the old key is still believed`,
          'take it out once the bank signs with the new key alone',
        ),
    ),
    jwtSecretPrevious !== null &&
      warn(
        'settings',
        'JWT_SECRET_PREVIOUS is set: sessions under the old key are still believed',
        'take it out SESSION_HOURS after the change',
      ),
    previousEncryptionKey !== null &&
      warn(
        'settings',
        'ENCRYPTION_KEY_PREVIOUS is set',
        'run "tokendesk secrets reseal" when all instances have the new key, then take it out',
      ),
  ];
  return checks.filter((check) => check !== false);
}
