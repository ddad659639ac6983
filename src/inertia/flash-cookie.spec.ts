import { randomBytes } from 'node:crypto';
import { describe, expect, it, jest } from '@jest/globals';
import { type CarriedState, FlashCookie } from './flash-cookie.js';

const key = randomBytes(32);
const logger = { warn: jest.fn(), error: jest.fn() };
const cookie = new FlashCookie({ secure: false, key }, logger);

describe('flash cookie', () => {
  it('gives back what it sealed', () => {
    const state: CarriedState = { flash: { success: 'Saved ₹' }, errors: { bag: { name: 'x' } }, clearHistory: true };
    expect(cookie.open(cookie.seal(state))).toEqual(state);
  });

  it('is unreadable, and different each time', () => {
    const state = { flash: { success: 'secret words' } };
    expect(Buffer.from(cookie.seal(state), 'base64url').toString('latin1')).not.toContain('secret');
    expect(cookie.seal(state)).not.toBe(cookie.seal(state));
  });

  it('opens nothing that was changed, cut, or sealed with another key or name', () => {
    const sealed = cookie.seal({ flash: { success: 'x' } });
    const bytes = Buffer.from(sealed, 'base64url');
    for (let index = 0; index < bytes.length; index += 1) {
      const changed = Buffer.from(bytes);
      changed[index] = (changed[index] ?? 0) ^ 1;
      expect(cookie.open(changed.toString('base64url'))).toBeNull();
    }
    expect(cookie.open(sealed.slice(0, -4))).toBeNull();
    expect(cookie.open('')).toBeNull();
    expect(cookie.open('x'.repeat(5000))).toBeNull();
    expect(new FlashCookie({ secure: true, key }, logger).open(sealed)).toBeNull();
    expect(new FlashCookie({ secure: false, key: randomBytes(32) }, logger).open(sealed)).toBeNull();
  });

  it('drops the biggest entries until the rest fits, and says so', () => {
    const errors = Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`f${index}`, 'e'.repeat(60)]));
    const sealed = cookie.seal({ flash: { success: 'kept', info: '₹'.repeat(4000) }, errors, clearHistory: true });
    expect(sealed.length).toBeLessThanOrEqual(3500);
    const opened = cookie.open(sealed);
    expect(opened?.flash).toEqual({ success: 'kept' });
    expect(Object.keys(opened?.errors ?? {}).length).toBeGreaterThan(25);
    expect(opened?.clearHistory).toBe(true);
    expect(logger.warn).toHaveBeenCalledWith(expect.stringContaining('info'));
  });

  it('is a host cookie when secure, and never readable by scripts', () => {
    const secure = new FlashCookie({ secure: true, key }, logger);
    expect(secure.name).toBe('__Host-td_flash');
    expect(secure.attributes).toEqual({ httpOnly: true, sameSite: 'lax', secure: true, path: '/' });
    expect(cookie.name).toBe('td_flash');
  });

  it('refuses a key of another length', () => {
    expect(() => new FlashCookie({ secure: false, key: Buffer.alloc(16) }, logger)).toThrow('32 bytes');
  });
});
