import { createSecretKey, type KeyObject } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { JwtService } from '@nestjs/jwt';
import { SETTINGS, type Settings } from '../../config/settings.token.js';
import { Clock } from '../../runtime/clock.js';

export const TOKEN_AUDIENCE = 'tokendesk';
export const TOKEN_ALGORITHM = 'HS256';
const TOKEN_TYPE = 'JWT';
const USE = 'session';

export interface SessionClaims {
  jti: string;
  userId: number;
}

interface Signer {
  key: KeyObject;
  jwt: JwtService;
}

/**
 * Signs and verifies session tokens. A token only names a session; the database decides whether it is live. While the signing key
 * is changed two keys verify; the current one signs.
 */
@Injectable()
export class SessionTokens {
  private readonly current: Signer;
  private readonly previous: Signer | null;

  constructor(
    @Inject(SETTINGS) private readonly settings: Settings,
    private readonly clock: Clock,
  ) {
    const { jwtSecret, jwtSecretPrevious } = settings;
    this.current = signerOf(jwtSecret);
    this.previous = jwtSecretPrevious === null ? null : signerOf(jwtSecretPrevious);
  }

  sign(session: { jti: string; userId: number; expiresAt: Date }): string {
    const claims = {
      use: USE,
      jti: session.jti,
      sub: String(session.userId),
      iat: this.nowSeconds(),
      exp: Math.floor(session.expiresAt.getTime() / 1000),
    };
    const { appUrl } = this.settings;
    return this.current.jwt.sign(claims, { algorithm: TOKEN_ALGORITHM, issuer: appUrl, audience: TOKEN_AUDIENCE });
  }

  /** The key to verify a token with: the one that signed it, else the current one, which then fails. */
  keyFor(token: string): KeyObject {
    return this.signerFor(token).key;
  }

  /** Null for anything but a valid token of ours. */
  read(token: string): SessionClaims | null {
    try {
      const complete: unknown = this.signerFor(token).jwt.verify(token, {
        algorithms: [TOKEN_ALGORITHM],
        issuer: this.settings.appUrl,
        audience: TOKEN_AUDIENCE,
        clockTimestamp: this.nowSeconds(),
        complete: true,
      } as object);
      return this.claimsOf(complete);
    } catch {
      return null;
    }
  }

  /**
   * The claims of a token whose signature, algorithm, issuer and audience are verified. Times are checked here, by the product's
   * clock.
   * @param complete header and payload
   */
  claimsOf(complete: unknown): SessionClaims | null {
    const { header, payload } = complete as { header: Record<string, unknown>; payload: Record<string, unknown> };
    if (typeof payload !== 'object' || payload === null) return null;
    const { use, jti, sub, exp, nbf, iat } = payload;
    const now = this.nowSeconds();
    if (header['typ'] !== TOKEN_TYPE || use !== USE) return null;
    if (!isWhole(exp) || exp <= now || !isWhole(iat)) return null;
    if (nbf !== undefined && (!isWhole(nbf) || nbf > now)) return null;
    if (typeof sub !== 'string' || !/^[1-9]\d{0,9}$/.test(sub)) return null;
    if (typeof jti !== 'string' || !/^\w{16,32}$/.test(jti)) return null;
    return { jti, userId: Number(sub) };
  }

  private signerFor(token: string): Signer {
    return this.previous !== null && isSignedBy(this.previous, token) ? this.previous : this.current;
  }

  private nowSeconds(): number {
    return Math.floor(this.clock.now().getTime() / 1000);
  }
}

/** A KeyObject: for a string the library would first try to parse a public key, which costs more than the request. */
function signerOf(secret: string): Signer {
  const key = createSecretKey(Buffer.from(secret));
  return { key, jwt: new JwtService({ secretOrKeyProvider: () => key }) };
}

function isSignedBy({ jwt }: Signer, token: string): boolean {
  try {
    jwt.verify(token, { algorithms: [TOKEN_ALGORITHM], ignoreExpiration: true, ignoreNotBefore: true });
    return true;
  } catch {
    return false;
  }
}

function isWhole(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value);
}
