import { Injectable } from '@nestjs/common';
import { IsNull } from 'typeorm';
import { RecoveryCodeEntity } from '../../../database/entities/recovery-code.entity.js';
import { UnitOfWork } from '../../../database/unit-of-work.js';

@Injectable()
export class RecoveryCodesRepository {
  constructor(private readonly uow: UnitOfWork) {}

  listUnused(userId: number): Promise<RecoveryCodeEntity[]> {
    return this.rows.find({ where: { userId, usedAt: IsNull() }, order: { id: 'ASC' } });
  }

  countUnused(userId: number): Promise<number> {
    return this.rows.countBy({ userId, usedAt: IsNull() });
  }

  /** Replaces all codes; the old ones are void. */
  async replaceAll(userId: number, hashes: string[], at: Date): Promise<void> {
    await this.uow.run(async () => {
      await this.rows.delete({ userId });
      if (hashes.length > 0) await this.rows.insert(hashes.map((codeHash) => ({ userId, codeHash, createdAt: at })));
    });
  }

  /** Compare-and-set. @returns false when it was used meanwhile */
  async useUp(id: number, at: Date): Promise<boolean> {
    const result = await this.uow.run(() => this.rows.update({ id, usedAt: IsNull() }, { usedAt: at }));
    return result.affected === 1;
  }

  private get rows() {
    return this.uow.manager.getRepository(RecoveryCodeEntity);
  }
}
