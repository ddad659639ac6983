import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { CookieOptions } from 'express';
import type { InertiaLogger } from './options.js';
import { MINUTE_MS } from '../domain/calendar/durations.js';

export type ErrorMap = Record<string, string | Record<string, string>>;

/** State that survives a redirect. */
export interface CarriedState {
  flash?: Record<string, unknown>;
  errors?: ErrorMap;
  clearHistory?: true;
}

const IV_BYTES = 12;
const TAG_BYTES = 16;
const MAX_AGE_MS = 10 * MINUTE_MS;
/** Browsers silently drop a cookie above 4096 bytes, name and attributes included. */
const MAX_VALUE_LENGTH = 3500;

/** Stores {@link CarriedState} in the browser, encrypted and authenticated. */
export class FlashCookie {
  readonly name: string;
  readonly attributes: CookieOptions;
  private readonly key: Buffer;

  constructor(
    cookie: { secure: boolean; key: Buffer },
    private readonly logger: InertiaLogger,
  ) {
    if (cookie.key.length !== 32) throw new Error('The flash cookie key must have 32 bytes');
    this.key = cookie.key;
    this.name = cookie.secure ? '__Host-td_flash' : 'td_flash';
    this.attributes = { httpOnly: true, sameSite: 'lax', secure: cookie.secure, path: '/' };
  }

  get attributesWithAge(): CookieOptions {
    return { ...this.attributes, maxAge: MAX_AGE_MS };
  }

  seal(state: CarriedState): string {
    const plain = Buffer.from(JSON.stringify(this.fit(state)), 'utf8');
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv('aes-256-gcm', this.key, iv);
    cipher.setAAD(Buffer.from(this.name));
    const body = Buffer.concat([cipher.update(plain), cipher.final()]);
    return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url');
  }

  /** Null for anything not sealed by this product. */
  open(value: string): CarriedState | null {
    if (value.length > MAX_VALUE_LENGTH) return null;
    const sealed = Buffer.from(value, 'base64url');
    if (sealed.length <= IV_BYTES + TAG_BYTES) return null;
    try {
      const decipher = createDecipheriv('aes-256-gcm', this.key, sealed.subarray(0, IV_BYTES));
      decipher.setAAD(Buffer.from(this.name));
      decipher.setAuthTag(sealed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
      const plain = Buffer.concat([decipher.update(sealed.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]);
      return JSON.parse(plain.toString('utf8')) as CarriedState;
    } catch {
      return null;
    }
  }

  /** Drops the largest entries until the rest fits; the clear-history flag always stays. */
  private fit(state: CarriedState): CarriedState {
    const fitting: CarriedState = { ...state };
    if (state.flash) fitting.flash = { ...state.flash };
    if (state.errors) fitting.errors = { ...state.errors };
    while (sealedLength(fitting) > MAX_VALUE_LENGTH) {
      const biggest = biggestEntry(fitting);
      if (!biggest) break;
      this.logger.warn(`A flashed entry was too big for its cookie and was dropped: ${biggest.name}`);
      delete biggest.owner[biggest.name];
    }
    return fitting;
  }
}

function sealedLength(state: CarriedState): number {
  const bytes = IV_BYTES + TAG_BYTES + Buffer.byteLength(JSON.stringify(state));
  return Math.ceil((bytes * 4) / 3);
}

function biggestEntry(state: CarriedState): { owner: Record<string, unknown>; name: string } | null {
  let biggest: { owner: Record<string, unknown>; name: string } | null = null;
  let size = -1;
  for (const owner of [state.flash, state.errors]) {
    for (const [name, value] of Object.entries(owner ?? {})) {
      const length = name.length + Buffer.byteLength(JSON.stringify(value) ?? '');
      if (owner && length > size) {
        biggest = { owner, name };
        size = length;
      }
    }
  }
  return biggest;
}
