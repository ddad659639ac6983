import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';

const VERSION = 'v1';

/** Encrypts single values (PAN, second-factor seeds) with AES-256-GCM; the key's version stands in front of each. */
export class Vault {
  private readonly macKeys = new Map<string, Buffer>();

  constructor(private readonly key: Buffer) {
    if (key.length !== 32) throw new Error('the encryption key must have 32 bytes');
  }

  seal(plain: string): string {
    const nonce = randomBytes(12);
    const cipher = createCipheriv('aes-256-gcm', this.key, nonce);
    const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
    return `${VERSION}.${Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url')}`;
  }

  /**
   * HMAC-SHA-256 as hex, under a key of its own for each purpose (HKDF), so that no two uses can be played off against each
   * other. @param purpose a fixed word of the program, never text from outside
   */
  mac(purpose: string, text: string): string {
    let key = this.macKeys.get(purpose);
    if (!key) {
      key = Buffer.from(hkdfSync('sha256', this.key, '', `tokendesk ${purpose} ${VERSION}`, 32));
      this.macKeys.set(purpose, key);
    }
    return createHmac('sha256', key).update(text, 'utf8').digest('hex');
  }

  /** @throws Error when the text was changed or sealed with another key */
  open(sealed: string): string {
    const [version, payload] = sealed.split('.');
    if (version !== VERSION || !payload) throw new Error('sealed value of an unknown version');
    const bytes = Buffer.from(payload, 'base64url');
    const decipher = createDecipheriv('aes-256-gcm', this.key, bytes.subarray(0, 12), { authTagLength: 16 });
    decipher.setAuthTag(bytes.subarray(12, 28));
    return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8');
  }
}
