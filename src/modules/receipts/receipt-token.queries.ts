import { Injectable } from '@nestjs/common';
import { TokenEntity } from '../../database/entities/token.entity.js';
import { UpgradeEntity } from '../../database/entities/upgrade.entity.js';
import { UnitOfWork } from '../../database/unit-of-work.js';

/** What became of the token that a receipt is about. */
export interface TokenNow {
  isVoid: boolean;
  /** Number of the token that an upgrade issued in its place; null without one. */
  replacedBy: string | null;
}

@Injectable()
export class ReceiptTokenQueries {
  constructor(private readonly uow: UnitOfWork) {}

  /** @param paymentId internal id of the completed payment */
  async of(paymentId: number): Promise<TokenNow> {
    const { manager } = this.uow;
    const token = await manager.getRepository(TokenEntity).findOneBy({ paymentId });
    const upgrade = await manager
      .getRepository(UpgradeEntity)
      .findOne({ where: { completedSourceId: paymentId }, relations: { upgradePayment: true } });
    return { isVoid: token?.status === 'void', replacedBy: upgrade?.upgradePayment?.tokenNumber ?? null };
  }
}
