import { istDayOf } from '../../src/domain/calendar/ist-day.js';
import type { TokenType } from '../../src/domain/payment/token-catalogue.js';
import { catalogueBody, tierBody } from '../support/catalogue.js';
import { TERMS_TEXTS } from '../support/terms.js';
import type { Acting, Performer } from './people.js';
import type { Reply } from './product.js';
import { chanceOf, type Person } from './world.js';

/** One project of a launch: its event has one seller, and it has a merchant of its own at the bank. */
interface LaunchProject {
  code: string;
  seller: Exclude<Person, 'admin'>;
  sellerId: string;
  merchantProfile: string;
  hasTerms: boolean;
  prefixes: Record<TokenType, string>;
  /** Number series of a tier with a code of its own; null: it has none. */
  villas: string | null;
  /** Units by code; a tier that is left out has no limit. */
  limits: Readonly<Record<string, number>>;
}

export const LAUNCH: readonly LaunchProject[] = [
  {
    code: 'north',
    seller: 'priya',
    sellerId: '2',
    merchantProfile: 'north',
    hasTerms: true,
    prefixes: { gold: 'NG', silver: 'NS', platinum: 'NP' },
    villas: null,
    limits: { gold: 4, silver: 2, platinum: 2 },
  },
  {
    code: 'south',
    seller: 'rahul',
    sellerId: '3',
    merchantProfile: 'south',
    hasTerms: false,
    prefixes: { gold: 'SG', silver: 'SS', platinum: 'SP' },
    villas: 'SV',
    limits: { gold: 3, platinum: 1, villa: 2 },
  },
];

/** Code of a gold tier of the second project. */
export const VILLA = 'villa';
/** Codes of tiers that sellers ask for. */
export const TIERS = ['gold', 'silver', 'platinum', VILLA] as const;

/** Share of the seeds that play a launch; without a common factor with the number of scenarios, so that the others come to all of those. */
export function isLaunch(seed: number): boolean {
  return seed % 11 < 3;
}

/** The project in whose event a person sells. */
export function projectOfSeller(user: string, hasLaunch: boolean): string {
  const found = hasLaunch ? LAUNCH.find(({ seller, sellerId }) => seller === user || sellerId === user) : undefined;
  return found?.code ?? 'default';
}

/** The merchant profile of a project's attempts; null: the default merchant. */
export function merchantOfProject(code: string): string | null {
  return LAUNCH.find((project) => project.code === code)?.merchantProfile ?? null;
}

type Ask = (method: string, path: string, body: unknown) => Promise<Reply>;

/** Opens both projects as an admin does. @param today IST day on which their versions begin */
export async function openLaunch(ask: Ask, today: string): Promise<void> {
  const must = async (method: string, path: string, body: unknown) => {
    const { status, text } = await ask(method, path, body);
    if (status >= 300 || status === 0) throw new Error(`${method} ${path} answered ${status}: ${text}`);
  };
  for (const launched of LAUNCH) {
    const { code, sellerId, merchantProfile, hasTerms, limits } = launched;
    const path = `/api/admin/projects/${code}`;
    await must('POST', '/api/admin/projects', { code, name: code, merchantProfile, state: 'selling' });
    await must('POST', `${path}/events`, { name: `Launch ${code}`, sellers: [sellerId] });
    await must('POST', `${path}/catalogue`, versionOf(launched, today, 0));
    if (hasTerms) await must('POST', `${path}/terms`, termsOf(today, 0));
    for (const [tierCode, limit] of Object.entries(limits))
      await must('PUT', `${path}/quotas`, { tierCode, limit: String(limit) });
  }
}

/** Prices in rupees and paths of the versions that follow each other. */
const VERSIONS = [
  { gold: '42000', platinum: '90000', paths: ['difference', 'difference', 'difference'] },
  { gold: '45000', platinum: '90000', paths: ['30000', 'difference', 'off'] },
  { gold: '45000', platinum: '120000', paths: ['difference', 'off', '80000'] },
  { gold: '30000', platinum: '75000', paths: ['off', '20000', 'difference'], sells: { platinum: false } },
  {
    gold: '42000',
    platinum: '90000',
    paths: ['difference', 'difference', 'difference'],
    sells: { silver: false, villa: false },
  },
] as const;

/** Villas cost more than gold, lead to platinum, and can be reached from silver; each in a version of its own price. */
function versionOf({ prefixes, villas }: LaunchProject, effectiveFrom: string, which: number) {
  const version = VERSIONS[which % VERSIONS.length]!;
  const sells: Readonly<Record<string, boolean>> = 'sells' in version ? version.sells : {};
  const tier = (type: TokenType, more: object) => ({
    prefix: which >= VERSIONS.length && type === 'gold' ? `${prefixes.gold}X` : prefixes[type],
    width: 4,
    offered: sells[type] ?? true,
    ...more,
  });
  const [goldToPlatinum, silverToGold, silverToPlatinum] = version.paths;
  return catalogueBody({
    effectiveFrom,
    goldToPlatinum,
    silverToGold,
    silverToPlatinum,
    gold: tier('gold', { price: version.gold }),
    silver: tier('silver', { price: '500' }),
    platinum: tier('platinum', { price: version.platinum }),
    ...(villas && {
      more: [
        tierBody(VILLA, 'gold', String(Number(version.gold) + 10_000), villas, { offered: sells['villa'] ?? true }),
      ],
      paths: [
        { from: VILLA, to: 'platinum', price: goldToPlatinum },
        { from: 'silver', to: VILLA, price: silverToGold },
      ],
    }),
  });
}

function termsOf(effectiveFrom: string, number: number) {
  return { ...TERMS_TEXTS, bodyEn: `${TERMS_TEXTS.bodyEn}\n\nText ${number}`, effectiveFrom };
}

/** A version cannot begin in the past, nor before the last one. */
function nextDay({ world }: Acting, before: readonly { project: string; from: string }[], code: string): string {
  const days = before.filter(({ project }) => project === code).map(({ from }) => from);
  return [istDayOf(new Date(world.now)), ...days].toSorted().at(-1)!;
}

function projectOf({ command }: Acting): LaunchProject {
  const [wanted] = command.how?.split(' ') ?? [];
  return LAUNCH.find(({ code }) => code === wanted) ?? LAUNCH[Math.floor(command.pick * LAUNCH.length)]!;
}

const ask = (acting: Acting, method: string, path: string, body: unknown) =>
  acting.world.call(acting.product, 'admin', method, path, { body });

const catalogue: Performer = async (acting) => {
  const { world, actor, command } = acting;
  const project = projectOf(acting);
  const { code } = project;
  const which = Number(command.how?.split(' ')[1] ?? chanceOf(command.more).below(2 * VERSIONS.length));
  const day = nextDay(acting, world.records.versions, code);
  const reply = await ask(acting, 'POST', `/api/admin/projects/${code}/catalogue`, versionOf(project, day, which));
  world.note({ actor, name: 'other', project: code, wantedVersion: which }, reply);
};

const terms: Performer = async (acting) => {
  const { world, actor } = acting;
  const { code } = LAUNCH.find(({ hasTerms }) => hasTerms)!;
  const day = nextDay(acting, world.records.terms, code);
  const made = world.records.terms.length;
  const reply = await ask(acting, 'POST', `/api/admin/projects/${code}/terms`, termsOf(day, made));
  world.note({ actor, name: 'other', project: code }, reply);
};

/** A limit anywhere around what is used; `fit`: so that one unit is left, `full`: that none is. */
const limit: Performer = async (acting) => {
  const { world, actor, command } = acting;
  const chance = chanceOf(command.more);
  const { code, villas } = projectOf(acting);
  const [, wantedTier, size] = command.how?.split(' ') ?? [];
  const drawn = chance.weighted({ gold: 4, silver: 2, platinum: 3, villa: 2 } as const);
  // North has no villas: their limit would be refused.
  const tier = wantedTier ?? (drawn === VILLA && villas === null ? 'gold' : drawn);
  const used = world.model.unitsUsed(code, tier);
  const around = { fit: used + 1, full: used, none: null }[size ?? ''];
  const units =
    around === undefined ? chance.pick([null, used, used, used + 1, used + 2, Math.max(0, used - 1)]) : around;
  const body = { tierCode: tier, limit: units === null ? '' : String(units) };
  const reply = await ask(acting, 'PUT', `/api/admin/projects/${code}/quotas`, body);
  world.note({ actor, name: 'limit', project: code, tier, units }, reply);
};

const close: Performer = async (acting) => {
  const { world, actor, command } = acting;
  const { code } = projectOf(acting);
  const word = command.how?.split(' ')[1];
  // Closed for a while at most.
  const wanted = word ? word === 'open' : world.records.closed.has(code);
  const reply = await ask(acting, 'PUT', `/api/admin/projects/${code}`, { state: wanted ? 'selling' : 'closed' });
  world.note({ actor, name: 'close', project: code, wanted }, reply);
};

export const LAUNCH_PERFORMERS = { catalogue, terms, limit, close } satisfies Record<string, Performer>;
