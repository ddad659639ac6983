import { Injectable } from '@nestjs/common';
import type { EntityTarget, ObjectLiteral } from 'typeorm';
import { CannotOpen, Vault } from '../../runtime/vault.js';
import { AuditService } from '../audit/index.js';
import { AuditAnchorEntity } from '../../database/entities/audit-anchor.entity.js';
import { MailOutboxEntity } from '../../database/entities/mail-outbox.entity.js';
import { PaymentEntity } from '../../database/entities/payment.entity.js';
import { UserEntity } from '../../database/entities/user.entity.js';
import { UnitOfWork } from '../../database/unit-of-work.js';

/** Every column with values of the Vault; with `field`: JSON that holds one in that field. */
const COLUMNS: readonly SealedColumn[] = [
  { entity: PaymentEntity, property: 'panCiphertext', table: 'payments', column: 'pan_ciphertext' },
  { entity: UserEntity, property: 'totpSecret', table: 'users', column: 'totp_secret' },
  { entity: AuditAnchorEntity, property: 'chainKeys', table: 'audit_anchor', column: 'chain_keys' },
  {
    entity: MailOutboxEntity,
    property: 'data',
    table: 'mail_outbox',
    column: 'data',
    field: 'link',
    // Other mails are not read again, and their links expire within days.
    only: "status = 'queued' AND template IN ('staff-invitation', 'password-link')",
  },
];
const BATCH = 200;

interface SealedColumn {
  entity: EntityTarget<ObjectLiteral>;
  property: string;
  table: string;
  column: string;
  field?: string;
  only?: string;
}

interface SealedRow {
  id: number;
  sealed: string;
}

export interface Resealed {
  checked: number;
  resealed: number;
  /** Readable with neither key. */
  unreadable: number;
}

/** Re-encrypts stored values with the current key. */
@Injectable()
export class SealedValues {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly vault: Vault,
    private readonly audit: AuditService,
  ) {}

  /**
   * Safe beside running servers and after an interruption: each value is replaced by compare-and-set, in units of a few hundred
   * rows.
   */
  async reseal(afterBatch: (soFar: Resealed) => Promise<void> = () => Promise.resolve()): Promise<Resealed> {
    const sum: Resealed = { checked: 0, resealed: 0, unreadable: 0 };
    for (const column of COLUMNS) {
      for (let after = 0; ;) {
        const rows = await this.rowsOf(column, after);
        const last = rows.at(-1);
        if (!last) break;
        await this.resealBatch(column, rows, sum);
        after = Number(last.id);
        await afterBatch(sum);
      }
    }
    return sum;
  }

  private async resealBatch(column: SealedColumn, rows: SealedRow[], sum: Resealed): Promise<void> {
    const fresh = rows.map((row) => ({ ...row, sealedAnew: this.anew(column, row.sealed) }));
    const changed = await this.uow.run(async () => {
      let count = 0;
      for (const { id, sealed, sealedAnew } of fresh) {
        if (typeof sealedAnew === 'string' && (await this.replace(column, id, sealed, sealedAnew))) count += 1;
      }
      if (count > 0) {
        await this.audit.write({
          action: 'secrets.resealed',
          subjectType: 'secret',
          subjectId: `${column.table}.${column.column}`,
          reason: `${count} values`,
        });
      }
      return count;
    });
    sum.checked += rows.length;
    sum.resealed += changed;
    sum.unreadable += fresh.filter(({ sealedAnew }) => sealedAnew === undefined).length;
  }

  /** @returns null when nothing has to change, undefined when unreadable */
  private anew({ field }: SealedColumn, stored: string): string | null | undefined {
    try {
      if (field === undefined) return this.vault.reseal(stored);
      const data = JSON.parse(stored) as Record<string, string>;
      const sealed = this.vault.reseal(data[field] ?? '');
      return sealed === null ? null : JSON.stringify({ ...data, [field]: sealed });
    } catch (error) {
      if (error instanceof CannotOpen) return undefined;
      throw error;
    }
  }

  private async replace({ entity, property }: SealedColumn, id: number, from: string, to: string): Promise<boolean> {
    const { affected } = await this.uow.manager
      .getRepository(entity)
      .update({ id, [property]: from } as never, { [property]: to } as never);
    return affected === 1;
  }

  private async rowsOf({ table, column, only }: SealedColumn, after: number): Promise<SealedRow[]> {
    return (await this.uow.manager.query(
      `SELECT id, ${column} AS sealed FROM ${table} WHERE id > ? AND ${column} IS NOT NULL ${only ? `AND ${only}` : ''} ORDER BY id LIMIT ${BATCH}`,
      [after],
    )) as SealedRow[];
  }
}
