import { Injectable } from '@nestjs/common';
import { PaymentEntity } from '../../database/entities/payment.entity.js';
import { QuotaCounterEntity } from '../../database/entities/quota-counter.entity.js';
import { ProjectEntity } from '../../database/entities/project.entity.js';
import { TokenEntity } from '../../database/entities/token.entity.js';
import { UpgradeEntity } from '../../database/entities/upgrade.entity.js';
import { UnitOfWork } from '../../database/unit-of-work.js';
import { wholeNumber } from '../../database/whole-number.js';
import { tierCodeOf, type Tiered } from '../../domain/catalogue/tier-code.js';
import type { TokenType } from '../../domain/payment/token-catalogue.js';
import type { HeldToken, UnitMove } from '../../domain/quota/quota-rules.js';

type UnitsInUse = Pick<QuotaCounterEntity, 'reserved' | 'sold'>;

/**
 * The only writer of `quota_counters` and of `projects.has_quotas`. Whoever moves units holds the project's row shared until its
 * commit, and whoever sets a limit holds it alone: so a new limit counts every payment once, and no sale waits for another before
 * it comes to the counter itself.
 */
@Injectable()
export class QuotaCountersRepository {
  constructor(private readonly uow: UnitOfWork) {}

  /** Whether any tier of the project has a limit; it stays so until the end of the unit of work. */
  async hasQuotas(projectId: number): Promise<boolean> {
    const [project] = (await this.uow.manager.query(
      `SELECT has_quotas AS hasQuotas FROM projects WHERE id = ? ${this.uow.isSqlite ? '' : 'LOCK IN SHARE MODE'}`,
      [projectId],
    )) as { hasQuotas: number }[];
    return Number(project?.hasQuotas) === 1;
  }

  /** Excludes every move of the project's units until the end of the unit of work. */
  async lockProject(projectId: number): Promise<void> {
    if (this.uow.isSqlite) return;
    await this.uow.manager.query('SELECT id FROM projects WHERE id = ? FOR UPDATE', [projectId]);
  }

  /** Compare-and-set. @returns false: the tier has no limit, or the move must fit and nothing is left */
  async move(projectId: number, { tierCode, reserved, sold, mustFit }: UnitMove): Promise<boolean> {
    const { affected } = await this.counters
      .createQueryBuilder()
      .update()
      .set({
        reserved: () => 'reserved + :reserved',
        sold: () => 'sold + :sold',
        version: () => 'version + 1',
      })
      .where('project_id = :projectId AND token_type = :tierCode', { projectId, tierCode, reserved, sold })
      .andWhere(mustFit ? 'reserved + sold < unit_limit' : '1 = 1')
      .execute();
    return affected === 1;
  }

  find(projectId: number, tierCode: string): Promise<QuotaCounterEntity | null> {
    return this.counters.findOneBy({ projectId, tierCode });
  }

  /** Locked until the end of the unit of work. @returns the current row; null: no limit */
  async lock(projectId: number, tierCode: string): Promise<QuotaCounterEntity | null> {
    await this.counters.update({ projectId, tierCode }, { version: () => 'version + 1' });
    return this.find(projectId, tierCode);
  }

  list(projectId: number): Promise<QuotaCounterEntity[]> {
    return this.counters.find({ where: { projectId }, order: { tierCode: 'ASC' } });
  }

  /** Units as payments and tokens say, for a caller that has locked the project. */
  async count(projectId: number, tier: { code: string; tokenType: TokenType }): Promise<UnitsInUse> {
    // By the medal first, which has an index.
    const { code, tokenType } = tier;
    const values = [tokenType, code, projectId];
    const [units] = (await this.uow.manager.query(
      `SELECT
        (SELECT COUNT(*) FROM payments p WHERE p.token_type = ? AND COALESCE(p.tier_code, p.token_type) = ? AND p.project_id = ?
            AND p.status IN ('pending', 'initiated')) AS reserved,
        (SELECT COUNT(*) FROM tokens t JOIN payments p ON p.id = t.payment_id
          WHERE p.token_type = ? AND COALESCE(p.tier_code, p.token_type) = ? AND p.project_id = ? AND t.status = 'active') AS sold`,
      [...values, ...values],
    )) as { reserved: unknown; sold: unknown }[];
    return { reserved: wholeNumber(units?.reserved), sold: wholeNumber(units?.sold) };
  }

  async insert(row: Omit<QuotaCounterEntity, 'version'>): Promise<void> {
    await this.counters.insert(row);
    await this.projects.update({ id: row.projectId }, { hasQuotas: 1 });
  }

  async setLimit(projectId: number, tierCode: string, unitLimit: number): Promise<void> {
    await this.counters.update({ projectId, tierCode }, { unitLimit, version: () => 'version + 1' });
  }

  async remove(projectId: number, tierCode: string): Promise<void> {
    await this.counters.delete({ projectId, tierCode });
    if (!(await this.counters.existsBy({ projectId }))) await this.projects.update({ id: projectId }, { hasQuotas: 0 });
  }

  /** Null before completion. */
  async heldTokenOf(paymentId: number): Promise<HeldToken | null> {
    const { manager } = this.uow;
    const token = await manager.getRepository(TokenEntity).findOneBy({ paymentId });
    if (token?.status !== 'upgraded') return token && { status: token.status, upgradedTo: null };
    // An upgrade that was paid and refunded since stays `completed`; the key names the one that stands.
    const upgrade = await manager.getRepository(UpgradeEntity).findOneBy({ completedSourceId: paymentId });
    return { status: token.status, upgradedTo: upgrade && (await this.tierOfPayment(upgrade.upgradePaymentId)) };
  }

  /** The tier that an upgrade leaves, from the payment of its token. Neither ever changes. */
  async tierBeforeUpgrade(upgradePaymentId: number): Promise<string> {
    const { sourcePaymentId } = await this.uow.manager
      .getRepository(UpgradeEntity)
      .findOneByOrFail({ upgradePaymentId });
    return this.tierOfPayment(sourcePaymentId);
  }

  /**
   * Whether another upgrade of the same token, to the same tier, holds a unit: of one token no two upgrades are completed. Read behind the
   * counter's lock it stays so until the end of the unit of work.
   */
  isHeldByOtherUpgrade(upgradePaymentId: number, tierCode: string): Promise<boolean> {
    return this.uow.manager
      .getRepository(UpgradeEntity)
      .createQueryBuilder('own')
      .innerJoin(UpgradeEntity, 'other', 'other.source_payment_id = own.source_payment_id AND other.id <> own.id')
      .innerJoin(PaymentEntity, 'p', 'p.id = other.upgrade_payment_id')
      .where('own.upgrade_payment_id = :upgradePaymentId', { upgradePaymentId })
      .andWhere('COALESCE(p.tier_code, p.token_type) = :tierCode', { tierCode })
      .andWhere("p.status IN ('pending', 'initiated')")
      .getExists();
  }

  private async tierOfPayment(id: number): Promise<string> {
    const payment: Tiered = await this.uow.manager
      .getRepository(PaymentEntity)
      .findOneOrFail({ select: { id: true, tokenType: true, tierCode: true }, where: { id } });
    return tierCodeOf(payment);
  }

  private get counters() {
    return this.uow.manager.getRepository(QuotaCounterEntity);
  }

  private get projects() {
    return this.uow.manager.getRepository(ProjectEntity);
  }
}
