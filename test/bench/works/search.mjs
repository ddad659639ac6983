import mysql from 'mysql2/promise';
import { sizeOf } from '../support/context.mjs';
import { PAGE_P99_MS } from '../support/goals.mjs';
import { latencies } from '../support/load.mjs';
import { propsOf } from '../support/product.mjs';

const DATABASE = 'bench_1m';
const NAMES = 12;
const EXACT = 15;

/** The admin's search box: parts of names that many, some and few customers have, and whole numbers and addresses. */
export const search = {
  name: 'search',
  async run(ctx) {
    const { product, admin } = await ctx.pair(DATABASE);
    const known = await knownValues(ctx.server);
    const visit = (text) => `${product.url}/admin/dashboard?search=${encodeURIComponent(text)}`;
    // The text of all customers is read once, by the first who searches.
    const began = performance.now();
    await propsOf(visit('first search'), admin);
    const first = performance.now() - began;
    for (const [kind, values] of Object.entries(known)) await checkFound(kind, visit(values[0]), admin);
    const targets = Object.fromEntries(
      Object.entries(known).map(([kind, values]) => [
        kind,
        { url: product.url, urls: values.map(visit), headers: admin },
      ]),
    );
    const times = await latencies(targets, ctx.turns);
    return [
      ...Object.keys(known).map((kind) => ({
        work: `search, ${kind}: p50`,
        size: sizeOf(DATABASE),
        unit: 'ms',
        ours: times[kind].p50,
      })),
      ...Object.keys(known).map((kind) => ({
        work: `search, ${kind}: p99`,
        size: sizeOf(DATABASE),
        unit: 'ms',
        ours: times[kind].p99,
        goal: { atMost: PAGE_P99_MS },
      })),
      { work: 'search, the first after a start', size: sizeOf(DATABASE), unit: 'ms', ours: first },
    ];
  },
};

async function knownValues(server) {
  const connection = await mysql.createConnection({ ...server.at, database: DATABASE });
  const take = async (sql, count) => (await connection.query(`${sql} LIMIT ${count}`))[0].map(({ value }) => value);
  try {
    const names = await take('SELECT name AS value FROM customers WHERE id % 19997 = 5', NAMES);
    return {
      'part of a name (whole first name)': names.map((name) => name.split(' ')[0]),
      'part of a name (inner letters)': names.map((name) => name.split(' ')[1].slice(1, 8)),
      'part of a name (first and last)': names.map((name) => name.slice(2)),
      'part of a name (3 letters, thousands match)': names.map((name) => name.slice(0, 3)),
      'e-mail': await take('SELECT email AS value FROM customers WHERE id % 19001 = 7', EXACT),
      phone: await take('SELECT phone AS value FROM customers WHERE id % 19001 = 9', EXACT),
      'payment id': await take('SELECT public_id AS value FROM payments WHERE id % 60013 = 3', EXACT),
      'token number': await take('SELECT token_number AS value FROM tokens WHERE id % 40009 = 3', EXACT),
    };
  } finally {
    await connection.end();
  }
}

async function checkFound(kind, url, admin) {
  const { payments } = await propsOf(url, admin);
  // A customer may have bought nothing; a payment or a token is always there.
  if (payments.length === 0 && !['e-mail', 'phone'].includes(kind)) throw new Error(`search by ${kind} finds nothing`);
}
