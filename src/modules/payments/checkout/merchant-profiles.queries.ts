import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../../database/unit-of-work.js';
import { wholeNumber } from '../../../database/whole-number.js';
import type { ProfileUse } from '../../../domain/projects/merchant-profile-rules.js';

/** What still needs the merchant profiles. */
@Injectable()
export class MerchantProfilesQueries {
  constructor(private readonly uow: UnitOfWork) {}

  /** Reads the indexes of what is due, not the tables. */
  async uses(): Promise<ProfileUse[]> {
    const projects = await this.uow.read<{ profile: string; code: string }>(
      `SELECT merchant_profile AS profile, code FROM projects WHERE merchant_profile IS NOT NULL AND state <> 'closed'
        ORDER BY id`,
    );
    const attempts = await this.counted(
      `SELECT merchant_profile AS profile, COUNT(*) AS n FROM payment_attempts
        WHERE next_check_at IS NOT NULL AND merchant_profile IS NOT NULL GROUP BY merchant_profile`,
    );
    const refunds = await this.counted(
      `SELECT a.merchant_profile AS profile, COUNT(*) AS n FROM refunds r JOIN payment_attempts a ON a.id = r.attempt_id
        WHERE r.next_check_at IS NOT NULL AND a.merchant_profile IS NOT NULL GROUP BY a.merchant_profile`,
    );
    const names = new Set([...projects.map(({ profile }) => profile), ...attempts.keys(), ...refunds.keys()]);
    return [...names].sort().map((profile) => ({
      profile,
      projects: projects.filter((row) => row.profile === profile).map(({ code }) => code),
      attempts: attempts.get(profile) ?? 0,
      refunds: refunds.get(profile) ?? 0,
    }));
  }

  private async counted(sql: string): Promise<Map<string, number>> {
    const rows = await this.uow.read<{ profile: string; n: unknown }>(sql);
    return new Map(rows.map(({ profile, n }) => [profile, wholeNumber(n)]));
  }
}
