import { Injectable } from '@nestjs/common';
import { In, MoreThan } from 'typeorm';
import {
  CatalogueTierEntity,
  CatalogueUpgradePathEntity,
  CatalogueVersionEntity,
  NumberSeriesEntity,
} from '../../../database/entities/catalogue.entity.js';
import { PaymentEntity } from '../../../database/entities/payment.entity.js';
import { TokenCounterEntity } from '../../../database/entities/token.entity.js';
import { UserEntity } from '../../../database/entities/user.entity.js';
import { UnitOfWork } from '../../../database/unit-of-work.js';
import { counterOf, type NewCatalogue } from '../../../domain/catalogue/catalogue-rules.js';
import { tieredOf } from '../../../domain/catalogue/tier-code.js';

type NewVersion = Omit<CatalogueVersionEntity, 'id' | 'project'>;

/** The only writer of the tables of catalogues and of `number_series`, which it only adds to. */
@Injectable()
export class CatalogueVersionsRepository {
  constructor(private readonly uow: UnitOfWork) {}

  /** Newest first, without tiers and paths. */
  list(projectId: number): Promise<CatalogueVersionEntity[]> {
    return this.versions.find({ where: { projectId }, order: { number: 'DESC' } });
  }

  /** Fails on the unique index when somebody else adds the same number. */
  async insert(version: NewVersion, { tiers, paths }: NewCatalogue): Promise<void> {
    const { manager } = this.uow;
    const { identifiers } = await this.versions.insert(version);
    const versionId = Number(identifiers[0]?.id);
    await manager
      .getRepository(CatalogueTierEntity)
      .insert(tiers.map((tier, at) => ({ ...tier, code: tieredOf(tier).tierCode ?? '', versionId, position: at + 1 })));
    if (paths.length === 0) return;
    await manager
      .getRepository(CatalogueUpgradePathEntity)
      .insert(paths.map(({ from, to, price }) => ({ versionId, fromType: from, toType: to, price })));
  }

  /** The series that exist already among these prefixes. */
  findSeries(prefixes: string[]): Promise<NumberSeriesEntity[]> {
    return this.uow.manager.getRepository(NumberSeriesEntity).findBy({ prefix: In(prefixes) });
  }

  /** A series with its counter, which every number of it updates. Fails on the primary key when somebody else takes the prefix. */
  async insertSeries(prefix: string, projectId: number, tierCode: string): Promise<void> {
    await this.uow.manager.getRepository(NumberSeriesEntity).insert({ prefix, projectId, tierCode });
    await this.uow.manager.getRepository(TokenCounterEntity).insert({ tokenType: counterOf(prefix), lastNumber: 0 });
  }

  /** Links that can still be paid. */
  countOpenLinks(projectId: number, now: Date): Promise<number> {
    return this.uow.manager
      .getRepository(PaymentEntity)
      .countBy({ projectId, status: In(['pending', 'initiated']), expiresAt: MoreThan(now) });
  }

  async authors(versions: CatalogueVersionEntity[]): Promise<Map<number, string>> {
    const ids = [...new Set(versions.flatMap(({ createdBy }) => createdBy ?? []))];
    if (ids.length === 0) return new Map();
    const users = await this.uow.manager.getRepository(UserEntity).findBy({ id: In(ids) });
    return new Map(users.map(({ id, name }) => [id, name]));
  }

  private get versions() {
    return this.uow.manager.getRepository(CatalogueVersionEntity);
  }
}
