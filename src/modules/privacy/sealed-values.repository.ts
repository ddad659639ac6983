import { Injectable } from '@nestjs/common';
import type { EntityTarget, ObjectLiteral } from 'typeorm';
import { AuditAnchorEntity } from '../../database/entities/audit-anchor.entity.js';
import { MailOutboxEntity } from '../../database/entities/mail-outbox.entity.js';
import { PaymentEntity } from '../../database/entities/payment.entity.js';
import { UserEntity } from '../../database/entities/user.entity.js';
import { UnitOfWork } from '../../database/unit-of-work.js';

export interface SealedColumn {
  entity: EntityTarget<ObjectLiteral>;
  property: string;
  table: string;
  column: string;
  field?: string;
  only?: string;
}

export interface SealedRow {
  id: number;
  sealed: string;
}

/** Every column with values of the Vault; with `field`: JSON that holds one in that field. */
export const SEALED_COLUMNS: readonly SealedColumn[] = [
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

@Injectable()
export class SealedValuesRepository {
  constructor(private readonly uow: UnitOfWork) {}

  /** The next rows of a column, by id. */
  async listAfter({ table, column, only }: SealedColumn, after: number): Promise<SealedRow[]> {
    return (await this.uow.manager.query(
      `SELECT id, ${column} AS sealed FROM ${table} WHERE id > ? AND ${column} IS NOT NULL ${only ? `AND ${only}` : ''} ORDER BY id LIMIT ${BATCH}`,
      [after],
    )) as SealedRow[];
  }

  /** Compare-and-set. @returns false when the value has changed since it was read */
  async replace({ entity, property }: SealedColumn, id: number, from: string, to: string): Promise<boolean> {
    const { affected } = await this.uow.manager
      .getRepository(entity)
      .update({ id, [property]: from } as never, { [property]: to } as never);
    return affected === 1;
  }
}
