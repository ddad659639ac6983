import { istDayOf } from '../../src/domain/calendar/ist-day.js';
import type { NewCatalogueTier, NewCatalogueVersion } from '../../src/contracts/catalogue.js';
import type { Client } from './client.js';
import { query } from './links.js';
import type { TestApp } from './test-app.js';

export const CATALOGUE_PATH = '/api/admin/projects/default/catalogue';

type TierName = 'gold' | 'silver' | 'platinum';
type Changes = Partial<Omit<NewCatalogueVersion, TierName>> & Partial<Record<TierName, Partial<NewCatalogueTier>>>;

function tier(position: number, name: string, price: string, prefix: string): NewCatalogueTier {
  return { position, offered: true, name, price, description: '', saleFrom: '', saleTo: '', prefix, width: 6 };
}

/** What version 1 says, with changes. */
export function catalogueBody(changes: Changes = {}): NewCatalogueVersion {
  const { gold, silver, platinum, ...rest } = changes;
  return {
    effectiveFrom: '2026-12-01',
    goldToPlatinum: 'difference',
    silverToGold: 'off',
    silverToPlatinum: 'off',
    ...rest,
    gold: { ...tier(1, 'Gold', '51000', 'GO'), ...gold },
    silver: { ...tier(2, 'Silver', '100', 'SI'), ...silver },
    platinum: { ...tier(3, 'Platinum', '100000', 'PL'), ...platinum },
  };
}

/** A version that begins today. @returns its number */
export async function makeCatalogue(
  test: TestApp,
  admin: Client,
  changes: Changes,
  project = 'default',
): Promise<number> {
  const body = catalogueBody({ effectiveFrom: istDayOf(test.clock.now()), ...changes });
  const { status, text, body: answer } = await admin.post(`/api/admin/projects/${project}/catalogue`, body);
  if (status !== 200) throw new Error(`a version was refused: ${text}`);
  return (answer.data.created as { number: number }).number;
}

/** A second project, as a row. @returns its id */
export async function insertProject(test: TestApp, id: number, code: string): Promise<number> {
  await query(
    test,
    `INSERT INTO projects (id, code, state, version, created_at, updated_at)
     VALUES (${id}, '${code}', 'selling', 0, '2026-11-23 00:00:00.000', '2026-11-23 00:00:00.000')`,
  );
  return id;
}
