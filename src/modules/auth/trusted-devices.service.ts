import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { UserEntity } from '../../database/entities/user.entity.js';
import { SealedCookies } from '../../http/index.js';
import { Clock } from '../../runtime/clock.js';
import { newPublicId } from '../../runtime/ids.js';
import { DAY_MS } from '../../domain/calendar/durations.js';

const COOKIE = 'device';
const TRUST_TTL_MS = 90 * DAY_MS;
/** Accounts on a shared device; the oldest sign-in is dropped first. */
const MAX_ACCOUNTS = 10;

type TrustedAccount = Pick<UserEntity, 'id' | 'deviceEpoch'>;

/** Content of the sealed cookie: no session and no permission, only who signed in here before. */
export interface Device {
  id: string;
  accounts: {
    userId: number;
    /** The account's `deviceEpoch` at that moment; a later epoch ends the trust. */
    epoch: number;
    /** Milliseconds since 1970, UTC. */
    signedInAt: number;
  }[];
}

/**
 * Recognises browsers that signed in to an account, or chose its password, in the last 90 days, by a sealed cookie that outlives the
 * session. Such a device is throttled by its own failures alone (login-throttle.ts). A new password, disabling the account and signing
 * out everywhere raise `deviceEpoch`, which ends the trust of all browsers but the one in which the person did that.
 */
@Injectable()
export class TrustedDevices {
  constructor(
    private readonly cookies: SealedCookies,
    private readonly clock: Clock,
  ) {}

  read(req: Request): Device | null {
    return this.cookies.read(req, COOKIE) as Device | null;
  }

  /** Called after a complete sign-in, and where the account's password was chosen. */
  trust(req: Request, res: Response, { id, deviceEpoch }: TrustedAccount): void {
    const known = this.read(req);
    const others = known?.accounts.filter(({ userId }) => userId !== id) ?? [];
    const own = { userId: id, epoch: deviceEpoch, signedInAt: this.clock.now().getTime() };
    const device: Device = { id: known?.id ?? newPublicId(), accounts: [own, ...others].slice(0, MAX_ACCOUNTS) };
    this.cookies.put(res, COOKIE, device, TRUST_TTL_MS);
  }

  /** @returns the device's id if the account trusts it, else null */
  idFor(account: TrustedAccount, device: Device | null | undefined): string | null {
    const found = device?.accounts.find(({ userId }) => userId === account.id);
    if (!device || found?.epoch !== account.deviceEpoch) return null;
    return this.clock.now().getTime() - found.signedInAt < TRUST_TTL_MS ? device.id : null;
  }
}
