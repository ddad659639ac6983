import { randomBytes } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { CannotOpen, Vault } from './vault.js';

const [before, now, other] = [randomBytes(32), randomBytes(32), randomBytes(32)];
const pan = 'ABCDE1234F';

describe('the vault', () => {
  it('opens what it has sealed, each time sealed differently', () => {
    const vault = new Vault(now);
    const sealed = vault.seal(pan);
    expect(sealed).not.toBe(vault.seal(pan));
    expect(vault.open(sealed)).toBe(pan);
    expect(vault.reseal(sealed)).toBeNull();
  });

  it('reads what the key before has sealed, and seals it anew with the present one', () => {
    const old = new Vault(before).seal(pan);
    expect(() => new Vault(now).open(old)).toThrow(CannotOpen);
    const changing = new Vault(now, before);
    expect(changing.open(old)).toBe(pan);
    const fresh = changing.reseal(old);
    expect(new Vault(now).open(fresh ?? '')).toBe(pan);
    expect(changing.reseal(fresh ?? '')).toBeNull();
  });

  it.each([
    ['another key', new Vault(other).seal(pan)],
    ['an unknown version', `v9.${Buffer.alloc(40).toString('base64url')}`],
    ['too short', 'v1.AAAA'],
    ['no sealed value', pan],
  ])('never opens %s', (_what, sealed) => {
    expect(() => new Vault(now, before).open(sealed)).toThrow(CannotOpen);
  });

  it('notices a changed letter', () => {
    const sealed = new Vault(now).seal(pan);
    const end = sealed.at(-3) === 'A' ? 'B' : 'A';
    expect(() => new Vault(now).open(sealed.slice(0, -3) + end + sealed.slice(-2))).toThrow(CannotOpen);
  });
});
