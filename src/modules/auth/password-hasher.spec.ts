import { hash } from '@node-rs/argon2';
import { describe, expect, it } from '@jest/globals';
import { hashingCost, PasswordHasher } from './password-hasher.js';

describe('PasswordHasher', () => {
  const hasher = new PasswordHasher(hashingCost.useValue);

  it('makes argon2id hashes of the chosen strength', async () => {
    const made = await hasher.hash('a good password');
    expect(made).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(hasher.isOutdated(made)).toBe(false);
    expect(hasher.isOutdated(await hash('x', { memoryCost: 8192, timeCost: 1 }))).toBe(true);
    expect(await hasher.matches('a good password', made)).toBe(true);
    expect(await hasher.matches('a good passwore', made)).toBe(false);
    expect(await hasher.matches('cafe\u0301', await hasher.hash('café'))).toBe(true);
  });

  it('cuts nothing off', async () => {
    const long = 'x'.repeat(73);
    const made = await hasher.hash(long);
    expect(await hasher.matches(long.slice(0, 72), made)).toBe(false);
    expect(await hasher.matches(`${long}\0`, made)).toBe(false);
    expect(await hasher.matches('', made)).toBe(false);
    expect(await hasher.matches('not a password', null)).toBe(false);
    expect(await hasher.matches('nobody has this password', null)).toBe(false);
  });

  it('refuses a flood instead of queueing it', async () => {
    const tries = Array.from({ length: 130 }, () => hasher.matches('some password', null));
    const results = await Promise.allSettled(tries);
    expect(results.filter(({ status }) => status === 'rejected')).toHaveLength(26);
    expect(results.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { name: 'Overloaded' } });
    expect(await hasher.matches('some password', null)).toBe(false);
  });
});
