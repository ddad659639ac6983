import { describe, expect, it } from '@jest/globals';
import { settingsFrom } from '../../config/env.js';
import { CsrfTokens } from './csrf-tokens.js';

const settings = (jwtSecret: string) => ({
  ...settingsFrom({
    NODE_ENV: 'test',
    JWT_SECRET: 'kQ3v-9TzL0mW7rXc2bNf8sYpA1dHg5Ue',
    ENCRYPTION_KEY: 'Zt6u-1RwE4nB8qJk3xVh0mCyS7oLf2Pa',
  }),
  jwtSecret,
});

describe('CsrfTokens', () => {
  const tokens = new CsrfTokens(settings('a'.repeat(32)));

  it('holds for its session and no other', () => {
    const token = tokens.make('session-one-0001');
    expect(tokens.isValid(token, 'session-one-0001')).toBe(true);
    expect(tokens.isValid(token, 'session-two-0001')).toBe(false);
    expect(tokens.isValid(token, null)).toBe(false);
    expect(tokens.isValid(tokens.make(null), null)).toBe(true);
    expect(tokens.isValid(tokens.make(null), 'session-one-0001')).toBe(false);
    expect(tokens.make(null)).not.toBe(tokens.make(null));
  });

  it('is made with our key', () => {
    expect(new CsrfTokens(settings('b'.repeat(32))).isValid(tokens.make(null), null)).toBe(false);
  });

  it.each(['', '.', 'a.b', `${'a'.repeat(22)}.${'b'.repeat(43)}`, 'x'.repeat(10_000)])('refuses %.30s', (token) => {
    expect(tokens.isValid(token, null)).toBe(false);
  });
});
