import type { EntityManager } from 'typeorm';
import {
  CatalogueTierEntity,
  CatalogueUpgradePathEntity,
  CatalogueVersionEntity,
} from '../../database/entities/catalogue.entity.js';
import type { PaymentEntity } from '../../database/entities/payment.entity.js';
import type { UnitOfWork } from '../../database/unit-of-work.js';
import { wholeNumber } from '../../database/whole-number.js';
import { type Catalogue, type CatalogueTier, tierOf } from '../../domain/catalogue/catalogue-rules.js';
import { tierCodeOf } from '../../domain/catalogue/tier-code.js';

/** All versions of all projects, a few dozen rows. */
const CACHE = new WeakMap<EntityManager['connection'], readonly Catalogue[]>();

/** How many versions there are, as a column of another statement. The server evaluates it once for the whole statement. */
export const CATALOGUE_COUNT = '(SELECT COUNT(*) FROM catalogue_versions)';

/**
 * All versions as they are now. Versions are only ever added, so what this process has read holds while their number is the same: that
 * takes one statement, or none where the caller has read the number already.
 * @param count number of versions, read in the caller's transaction
 */
export async function readCatalogues(uow: UnitOfWork, count?: number): Promise<readonly Catalogue[]> {
  const known = CACHE.get(uow.manager.connection);
  const wanted = count ?? (await countVersions(uow));
  return known?.length === wanted ? known : load(uow);
}

/** A version by its id. It never changes, so one that this process has read is not read again. */
export async function readCatalogue(uow: UnitOfWork, id: number): Promise<Catalogue> {
  const known = CACHE.get(uow.manager.connection) ?? [];
  const found = known.find((version) => version.id === id) ?? (await load(uow)).find((version) => version.id === id);
  if (!found) throw new Error(`version row ${id} of a catalogue does not exist`);
  return found;
}

/** The name of a payment's tier in its version. */
export async function tierNameOf(
  uow: UnitOfWork,
  payment: Pick<PaymentEntity, 'catalogueVersionId' | 'tokenType' | 'tierCode'>,
): Promise<string> {
  return tierOf(await readCatalogue(uow, payment.catalogueVersionId), tierCodeOf(payment)).name;
}

async function countVersions(uow: UnitOfWork): Promise<number> {
  const [row] = (await uow.manager.query('SELECT COUNT(*) AS n FROM catalogue_versions')) as { n: number | string }[];
  return wholeNumber(row?.n ?? 0);
}

/** Versions first: what a version holds was committed with it, so nothing of it can be missing in the statements that follow. */
async function load(uow: UnitOfWork): Promise<readonly Catalogue[]> {
  const { manager } = uow;
  const versions = await manager.getRepository(CatalogueVersionEntity).find({ order: { id: 'ASC' } });
  const tiers = await manager.getRepository(CatalogueTierEntity).find({ order: { versionId: 'ASC', position: 'ASC' } });
  const paths = await manager
    .getRepository(CatalogueUpgradePathEntity)
    .find({ order: { versionId: 'ASC', id: 'ASC' } });
  const catalogues = versions.map(({ id, projectId, number, effectiveFrom }) => ({
    id,
    projectId,
    number,
    effectiveFrom,
    tiers: tiers.filter(({ versionId }) => versionId === id).map(valuesOf),
    paths: paths
      .filter(({ versionId }) => versionId === id)
      .map(({ fromType: from, toType: to, price }) => ({ from, to, price })),
  }));
  CACHE.set(manager.connection, catalogues);
  return catalogues;
}

function valuesOf({
  id: _id,
  versionId: _versionId,
  position: _position,
  ...tier
}: CatalogueTierEntity): CatalogueTier {
  return { ...tier, code: tier.code || tier.tokenType };
}
