import { describe, expect, it } from '@jest/globals';
import { newOneTimePassword } from './one-time-password.js';
import { assertGoodPassword, isHashable, normalisePassword } from './password-rules.js';

const OWNER = { email: 'anita.desai@tokendesk.test', name: 'Anita Desai' };

describe('assertGoodPassword', () => {
  it.each([
    'correct horse battery staple',
    'माझा गुप्त शब्द आहे',
    '🐘🐫🦚🐅🐒🦜🐍🦏🐆🦌🐬🦢',
    'a'.repeat(500) + 'bcdefghijk',
    newOneTimePassword(),
  ])('takes %.40s', (password) => expect(assertGoodPassword(password, OWNER)).resolves.toBeUndefined());

  it('takes the demo passwords', async () => {
    await assertGoodPassword('admin-demo-2026', { email: 'admin@tokendesk.test', name: 'Anita Desai' });
    await assertGoodPassword('sales-demo-2026', { email: 'priya@tokendesk.test', name: 'Priya Sharma' });
  });

  it.each([
    '', 'short', 'elevenchars', '🐘'.repeat(11), 'passwordpassword', 'password1234', 'Password12345!', 'qwertyuiop123', 'aaaaaaaaaaaa',
    'abcabcabcabc', '123456789012', 'TokenDesk2026', 'tokendesk-tokendesk', 'anitadesai2026', 'anita.desai@tokendesk.test', 'x'.repeat(2000),
    'a fine password\0',
  ])('refuses %j', async (password) => {
    await expect(assertGoodPassword(password, OWNER)).rejects.toMatchObject({ code: 'PASSWORD_TOO_WEAK' });
  }); // prettier-ignore
});

it('takes two spellings of one text for one password', () => {
  expect(normalisePassword('cafe\u0301')).toBe(normalisePassword('café'));
  expect(isHashable('x'.repeat(1024))).toBe(true);
  expect(isHashable('x'.repeat(1025))).toBe(false);
});
