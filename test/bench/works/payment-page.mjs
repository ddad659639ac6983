import mysql from 'mysql2/promise';
import { sizeOf } from '../support/context.mjs';
import { throughputs } from '../support/load.mjs';

const DATABASE = 'bench_1m';
const PAGES = 200;

/**
 * The customer's page as HTML with its reads. Floors: the same HTML kept and sent again after one indexed read, and the same page
 * object rendered anew without any read.
 */
export const paymentPage = {
  name: 'payment-page',
  async run(ctx) {
    const { product, floor } = await ctx.pair(DATABASE);
    const ids = await paidPayments(ctx.server);
    for (const id of ids) await prime(product, floor, id);
    const requests = (prefix) => ids.map((id) => ({ method: 'GET', path: `${prefix}/${id}` }));
    const target = ({ url, pid }, prefix) => ({
      url,
      pid,
      requests: requests(prefix),
      headers: { accept: 'text/html' },
    });
    const rates = await throughputs(
      { ours: target(product, '/payment'), kept: target(floor, '/payment'), rendered: target(floor, '/ssr') },
      { ...ctx.pressure, connections: 16 },
    );
    const row = { size: sizeOf(DATABASE), unit: '/s', ours: rates.ours.perSecond };
    return [
      {
        ...row,
        work: 'payment page by kept HTML with one read',
        floor: rates.kept.perSecond,
      },
      { ...row, work: 'payment page by bare rendering', floor: rates.rendered.perSecond },
      { ...row, work: 'payment page: p99, 16 connections', unit: 'ms', ours: rates.ours.p99, floor: rates.kept.p99 },
      {
        ...row,
        work: 'payment page: processor a request',
        unit: 'ms',
        ours: rates.ours.cpuMs,
        floor: rates.kept.cpuMs,
      },
    ];
  },
};

async function paidPayments(server) {
  const connection = await mysql.createConnection({ ...server.at, database: DATABASE });
  try {
    const [rows] = await connection.query(
      "SELECT public_id AS id FROM payments WHERE status = 'completed' AND id % 3001 = 5 ORDER BY id LIMIT ?",
      [PAGES],
    );
    return rows.map(({ id }) => id);
  } finally {
    await connection.end();
  }
}

async function prime(product, floor, id) {
  const answer = await fetch(`${product.url}/payment/${id}`, { headers: { accept: 'text/html' } });
  const html = await answer.text();
  if (answer.status !== 200 || !html.includes(id)) throw new Error(`the payment page answers ${answer.status}`);
  const inertia = { accept: 'text/html', 'x-inertia': 'true', 'x-inertia-version': versionIn(html) };
  const page = await (await fetch(`${product.url}/payment/${id}`, { headers: inertia })).json();
  if (!page.component) throw new Error('no page object');
  await fetch(`${floor.url}/prime/${id}`, { method: 'POST', body: JSON.stringify({ html, page }) });
  const rendered = await (await fetch(`${floor.url}/ssr/${id}`)).text();
  if (!rendered.includes(id)) throw new Error('the floor renders another page');
}

function versionIn(html) {
  return /(?:"|&quot;)version(?:"|&quot;):(?:"|&quot;)(.*?)(?:"|&quot;)/.exec(html)?.[1] ?? '';
}
