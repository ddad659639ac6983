import { Injectable } from '@nestjs/common';
import { CannotOpen, Vault } from '../../runtime/vault.js';
import { AuditService } from '../audit/index.js';
import { UnitOfWork } from '../../database/unit-of-work.js';
import {
  SEALED_COLUMNS,
  type SealedColumn,
  type SealedRow,
  SealedValuesRepository,
} from './sealed-values.repository.js';

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
    private readonly values: SealedValuesRepository,
  ) {}

  /**
   * Safe beside running servers and after an interruption: each value is replaced by compare-and-set, in units of a few hundred
   * rows.
   */
  async reseal(afterBatch: (soFar: Resealed) => Promise<void> = () => Promise.resolve()): Promise<Resealed> {
    const sum: Resealed = { checked: 0, resealed: 0, unreadable: 0 };
    for (const column of SEALED_COLUMNS) {
      for (let after = 0; ;) {
        const rows = await this.values.listAfter(column, after);
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
        if (typeof sealedAnew === 'string' && (await this.values.replace(column, id, sealed, sealedAnew))) count += 1;
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
}
