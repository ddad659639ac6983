// npm run bench [-- work …] [--quick] [--write-docs] [--port 3406] [--data folder]; all works without a name.
// `npm run bench -- database` makes the data, starts its server and waits.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureBuilt, root } from '../../cli/scripts/building.mjs';
import { prepareData } from './books/prepare.mjs';
import { Context } from './support/context.mjs';
import { judge } from './support/judge.mjs';
import { between, markdownTable, textTable } from './support/table.mjs';
import { WORKS } from './works/index.mjs';

const RESULTS = join(root, 'bench/results.json');
const DOCS = join(root, 'docs/performance.md');
const MARKERS = ['<!-- bench:start -->', '<!-- bench:end -->'];

const { values: options, positionals: named } = parseArgs({
  allowPositionals: true,
  options: {
    quick: { type: 'boolean', default: false },
    'write-docs': { type: 'boolean', default: false },
    port: { type: 'string' },
    data: { type: 'string' },
    engine: { type: 'string', multiple: true },
    workers: { type: 'string' },
    rate: { type: 'string' },
    minutes: { type: 'string' },
  },
});
const say = (text) => console.error(`bench: ${text}`);

process.exitCode = await main();

async function main() {
  const unknown = named.filter((name) => name !== 'database' && !WORKS.some((work) => work.name === name));
  if (unknown.length > 0) {
    say(`no such work: ${unknown.join(', ')}. There are: ${WORKS.map(({ name }) => name).join(', ')}`);
    return 2;
  }
  if (!(await ensureBuilt())) return 1;
  const port = options.port === undefined ? undefined : Number(options.port);
  const chosen = WORKS.filter(({ name }) => named.includes(name));
  // What makes its data itself needs no other.
  const databases = chosen.length === named.length && chosen.length > 0 && chosen.every(({ hasOwnData }) => hasOwnData) ? [] : undefined;
  const { server, key, folder } = await prepareData({ folder: options.data, port, databases, say });
  if (named.includes('database')) return waitBeside(server);
  const ctx = new Context({ server, folder, quick: options.quick, say, rush: rushOptions() });
  const trouble = [];
  const results = [];
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(130));
  try {
    for (const work of WORKS.filter(({ name, onRequest }) => (named.length ? named.includes(name) : !onRequest))) {
      say(work.name);
      try {
        for (const row of await work.run(ctx)) results.push({ part: work.name, ...judge(row) });
      } catch (error) {
        trouble.push(work.name);
        console.error(error);
      }
    }
  } finally {
    await ctx.close();
    await server.stop();
  }
  tell(results, { key, mariadb: server.version });
  if (trouble.length > 0) say(`did not run: ${trouble.join(', ')}`);
  return trouble.length === 0 ? 0 : 1;
}

async function waitBeside(server) {
  say(`the databases are on 127.0.0.1:${server.at.port}, user root; Ctrl-C ends`);
  await new Promise((resolve) => {
    const keepAlive = setInterval(() => undefined, 60_000);
    for (const signal of ['SIGINT', 'SIGTERM'])
      process.once(signal, () => {
        clearInterval(keepAlive);
        resolve();
      });
  });
  await server.stop();
  return 0;
}

/** Which part of the rush or the mix is wanted, and how long; all of it where nothing is said. */
function rushOptions() {
  const { engine, workers, rate, minutes } = options;
  const number = (text) => (text === undefined ? undefined : Number(text));
  return { engines: engine, workers: workers === undefined ? undefined : [Number(workers)], rate: number(rate), minutes: number(minutes) };
}

/** A run of some works replaces their rows and leaves the others; a run of a part of the rush replaces the rows that it has. */
function tell(results, made) {
  const isPart = Object.values(rushOptions()).some((value) => value !== undefined);
  const isSame = (a, b) => a.part === b.part && (!isPart || a.work === b.work);
  const kept = earlier().filter((row) => !results.some((found) => isSame(found, row)));
  const order = WORKS.map(({ name }) => name);
  const rows = [...kept, ...results].sort((a, b) => order.indexOf(a.part) - order.indexOf(b.part));
  const machine = {
    at: new Date().toISOString(),
    cores: availableParallelism(),
    processor: cpus()[0]?.model ?? 'unknown',
    memoryGib: Math.round(totalmem() / 2 ** 30),
    node: process.version,
    mariadb: made.mariadb,
    data: made.key,
    quick: options.quick,
  };
  mkdirSync(join(root, 'bench'), { recursive: true });
  writeFileSync(RESULTS, `${JSON.stringify({ machine, rows }, null, 2)}\n`);
  console.log(textTable(results));
  const judged = results.filter(({ met }) => met !== null);
  console.log(`\n${judged.filter(({ met }) => met).length} of ${judged.length} goals met`);
  if (options['write-docs']) {
    const about = `Run of ${machine.at.slice(0, 10)}: ${machine.cores} cores (${machine.processor}), ${machine.memoryGib} GiB, Node ${machine.node}, MariaDB ${machine.mariadb}.`;
    const text = `\n${about}\n\n${markdownTable(rows)}\n`;
    writeFileSync(DOCS, between(readFileSync(DOCS, 'utf8'), MARKERS, text));
  }
}

function earlier() {
  return existsSync(RESULTS) ? JSON.parse(readFileSync(RESULTS, 'utf8')).rows : [];
}
