import mysql from 'mysql2/promise';
import { prepareDatabase } from '../books/prepare.mjs';
import { requireSame, sizeOf } from '../support/context.mjs';
import { PAGE_P99_MS } from '../support/goals.mjs';
import { latencies } from '../support/load.mjs';
import { propsOf } from '../support/product.mjs';

const PROJECT = 7;
/** Of project 7, in the middle of the two years. */
const EVENT = 87;
const FLAT = 1.5;

/** Lists and figures narrowed down to a project or an event, each beside the same without. */
const KINDS = [
  { work: 'page 1', path: '/admin/dashboard?' },
  { work: 'page in the middle', path: '/admin/dashboard?', isDeep: true },
  { work: 'status', path: '/admin/dashboard?status=completed&' },
  { work: 'status, page in the middle', path: '/admin/dashboard?status=completed&', isDeep: true },
  { work: 'status + tier', path: '/admin/dashboard?status=failed&tokenType=platinum&' },
  { work: 'seller', path: '/admin/dashboard?salesManager=5&' },
  { work: '30 days', path: '/admin/dashboard?startDate=2026-10-10&endDate=2026-11-08&' },
  { work: 'search, thousands match', path: '/admin/dashboard?search=sha&' },
  { work: 'search, a number', path: '/admin/dashboard?search=GO-000100&' },
  { work: 'analysis', path: '/admin/transactions?', isFigures: true },
  { work: 'analysis of 30 days', path: '/admin/transactions?startDate=2026-10-10&endDate=2026-11-08&', isFigures: true },
];
const SCOPES = [
  { name: 'project', query: `project=${PROJECT}`, where: `project_id = ${PROJECT}` },
  { name: 'event', query: `event=${EVENT}`, where: `event_id = ${EVENT}` },
  { name: 'default project', query: 'project=1', where: 'project_id = 1' },
];

/** Twenty projects and two hundred events: what is narrowed down costs what all of it costs. Floor: the same list of all projects. */
export const projects = {
  name: 'projects',
  hasOwnData: true,
  async run(ctx) {
    const database = ctx.quick ? 'bench_100k_projects' : 'bench_1m_projects';
    await prepareDatabase({ server: ctx.server, folder: ctx.folder, database, say: ctx.say });
    const { product, admins, admin } = await ctx.pair(database);
    const rows = [];
    for (const kind of KINDS) rows.push(...(await rowsOf(kind, { ctx, database, product, admin, admins })));
    return rows;
  },
};

async function rowsOf({ work, path, isDeep = false, isFigures = false }, { ctx, database, product, admin, admins }) {
  const targets = {};
  for (const { name, query, where } of [{ name: 'all', query: '', where: '1 = 1' }, ...SCOPES]) {
    const base = `${product.url}${path}${query}`;
    const props = await propsOf(base, admin);
    if (work === 'page 1') await checkTotal(ctx, database, name, where, props);
    const middle = isDeep ? `&page=${Math.max(1, props.pagination.totalPages >> 1)}` : '';
    const url = base + middle;
    targets[name] = { url, requests: admins.map((headers) => ({ url, headers })) };
  }
  const turns = ctx.quick || isFigures ? { rounds: 5, perRound: 30 } : { rounds: 9, perRound: 60 };
  const times = await latencies(targets, turns);
  const size = sizeOf(database).replace('_projects', '');
  return SCOPES.flatMap(({ name }) => [
    {
      work: `${name}, ${work}: p50 by that of all`,
      size,
      unit: 'ms',
      ours: times[name].p50,
      floor: times.all.p50,
      goal: { ratioAtMost: FLAT },
    },
    { work: `${name}, ${work}: p99`, size, unit: 'ms', ours: times[name].p99, goal: { atMost: PAGE_P99_MS } },
  ]);
}

async function checkTotal(ctx, database, name, where, { pagination, tabs }) {
  const connection = await mysql.createConnection({ ...ctx.server.at, database });
  try {
    const [[row]] = await connection.query(`SELECT COUNT(*) AS n FROM payments WHERE ${where}`);
    requireSame(`total of ${name}`, [pagination.totalPayments, tabs.all], [Number(row.n), Number(row.n)]);
  } finally {
    await connection.end();
  }
}
