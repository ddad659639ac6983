import { istDayOf } from '../../src/domain/calendar/ist-day.js';
import type { NewCatalogueTier, NewCatalogueVersion, NewUpgradePath } from '../../src/contracts/catalogue.js';
import type { TokenType } from '../../src/domain/payment/token-catalogue.js';
import type { Client } from './client.js';
import { query } from './links.js';
import type { TestApp } from './test-app.js';

export const CATALOGUE_PATH = '/api/admin/projects/default/catalogue';

/** Changes of version 1: of its tiers by their codes, and of its paths, each `off`, `difference` or a price in rupees. */
interface Changes {
  effectiveFrom?: string;
  gold?: Partial<NewCatalogueTier>;
  silver?: Partial<NewCatalogueTier>;
  platinum?: Partial<NewCatalogueTier>;
  goldToPlatinum?: string;
  silverToGold?: string;
  silverToPlatinum?: string;
  /** Tiers and paths besides. */
  more?: NewCatalogueTier[];
  paths?: NewUpgradePath[];
  /** Codes of the tiers that the version has, in their order; without it, all of them. */
  order?: string[];
}

/** A tier as version 1 describes its own. */
export function tierBody(
  code: string,
  tokenType: TokenType,
  price: string,
  prefix: string,
  more: Partial<NewCatalogueTier> = {},
): NewCatalogueTier {
  const name = code.charAt(0).toUpperCase() + code.slice(1);
  const days = { saleFrom: '', saleTo: '' };
  return { code, tokenType, offered: true, name, price, description: '', ...days, prefix, width: 6, ...more };
}

/** What version 1 says, with changes. */
export function catalogueBody(changes: Changes = {}): NewCatalogueVersion {
  const { gold, silver, platinum, more = [], order } = changes;
  const tiers = [
    tierBody('gold', 'gold', '51000', 'GO', gold),
    tierBody('silver', 'silver', '100', 'SI', silver),
    tierBody('platinum', 'platinum', '100000', 'PL', platinum),
    ...more,
  ];
  const paths = [
    { from: 'gold', to: 'platinum', price: changes.goldToPlatinum ?? 'difference' },
    { from: 'silver', to: 'gold', price: changes.silverToGold ?? 'off' },
    { from: 'silver', to: 'platinum', price: changes.silverToPlatinum ?? 'off' },
    ...(changes.paths ?? []),
  ];
  return {
    effectiveFrom: changes.effectiveFrom ?? '2026-12-01',
    tiers: order ? order.flatMap((code) => tiers.filter((tier) => tier.code === code)) : tiers,
    paths: paths.filter(({ price }) => price !== 'off'),
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
