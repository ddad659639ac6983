import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const VERSION = 'v1';

/** The text was changed, or sealed with an unknown key. */
export class CannotOpen extends Error {}

/**
 * Encrypts single values (PAN, second-factor seeds) with AES-256-GCM, prefixed by the format's version. While the key is changed,
 * values of the previous key can be read: GCM detects which of the two it was.
 */
export class Vault {
  private readonly keys: readonly Buffer[];

  /** @param previous for reading only */
  constructor(
    private readonly key: Buffer,
    previous: Buffer | null = null,
  ) {
    this.keys = previous === null ? [key] : [key, previous];
    if (this.keys.some(({ length }) => length !== 32)) throw new Error('an encryption key must have 32 bytes');
  }

  seal(plain: string): string {
    const nonce = randomBytes(12);
    const cipher = createCipheriv('aes-256-gcm', this.key, nonce);
    const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
    return `${VERSION}.${Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url')}`;
  }

  /**
   * Derives a key for each purpose (HKDF), so that uses are separated: from the current encryption key, then from the previous
   * one.
   * @param purpose a constant, never input
   */
  derivedKeys(purpose: string): Buffer[] {
    return this.keys.map((key) => Buffer.from(hkdfSync('sha256', key, '', `tokendesk ${purpose} ${VERSION}`, 32)));
  }

  /** @throws CannotOpen */
  open(sealed: string): string {
    for (const key of this.keys) {
      const plain = opened(sealed, key);
      if (plain !== null) return plain;
    }
    throw new CannotOpen('a sealed value cannot be opened: it was changed, or sealed with another key');
  }

  /** @returns the value sealed with the current key; null when it is already @throws CannotOpen */
  reseal(sealed: string): string | null {
    return opened(sealed, this.key) === null ? this.seal(this.open(sealed)) : null;
  }
}

function opened(sealed: string, key: Buffer): string | null {
  const [version, payload] = sealed.split('.');
  if (version !== VERSION || !payload) throw new CannotOpen('sealed value of an unknown version');
  const bytes = Buffer.from(payload, 'base64url');
  if (bytes.length < 28) return null;
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12), { authTagLength: 16 });
  decipher.setAuthTag(bytes.subarray(12, 28));
  try {
    return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8');
  } catch {
    return null;
  }
}
