import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { Client } from '../support/client.js';
import { eventually } from '../support/product-process.js';
import { comeBack, createLink, pressPay, statusOf, verify } from '../support/sales.js';
import { pressButton } from '../support/test-bank.js';
import { SALES } from '../support/test-app.js';
import { docker } from './docker.js';
import { Load } from './load.js';
import { ComposeStack, type Instance } from './stack.js';

const INSTANCES: Instance[] = ['app1', 'app2'];
/** Beside its base. */
const MAX_IMAGE_BYTES = 250e6;
const BUILD_LIMIT_MS = 900_000;
const LIMIT_MS = 300_000;
const STEADY_MS = 4_000;
/** On a machine that is busy with other things. */
const GOES_ON_MS = 90_000;
/** As a migration of the next release expands the schema: this release goes on beside it, and starts on it. */
const NEXT_MIGRATION = `
  ALTER TABLE payments ADD COLUMN of_next_release VARCHAR(20) NULL, ADD INDEX of_next_release (of_next_release);
  ALTER TABLE customers ADD COLUMN of_next_release INT NOT NULL DEFAULT 0;
  INSERT INTO schema_migrations (timestamp, name) VALUES (9999999999999, 'OfNextRelease9999999999999');`;
const { devDependencies } = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8')) as {
  devDependencies: Record<string, string>;
};

describe('docker-compose.yml', () => {
  let stack: ComposeStack;
  let token: string | null;
  let running: Load | null = null;

  beforeAll(async () => {
    stack = await ComposeStack.build();
    await stack.up();
  }, BUILD_LIMIT_MS);
  afterEach(async () => {
    await running?.stop();
    running = null;
  });
  afterAll(async () => stack?.close(), LIMIT_MS);

  const run = (...command: string[]) =>
    docker(['run', '--rm', '--network=none', '--read-only', stack.image, ...command]);
  const inNode = (script: string) => run('node', '-e', script);
  const atBank = async (page: string) => {
    const fields = await pressButton(page.replace(/^http:\/\/bank\.localhost:\d+/, stack.bankUrl), 'pay-nb');
    if (!fields) throw new Error('the bank sent nobody back');
    return fields;
  };
  const seller = () => Object.assign(new Client(stack.url), { token });
  const load = () => {
    running = new Load(stack.url, atBank);
    return running.start();
  };
  const sell = async () => {
    const customer = new Client(stack.url);
    const { paymentId } = await createLink(seller(), 'silver');
    const eventId = await comeBack(customer, await atBank(await pressPay(customer, paymentId)));
    return { paymentId, ...(await verify(customer, eventId)).body.data } as { paymentId: string; tokenNumber: string };
  };
  /** Everything that a person would miss. */
  const books = () => stack.rows('SELECT public_id, status, token_number, amount FROM payments ORDER BY id');
  /** As nginx has it: an instance that got a byte of a request which may change something was the only one. */
  const expectNothingTwice = async (atLeast: number) => {
    const writes = (await stack.proxyLines()).filter((line) => !/^\S+ \S+ (GET|HEAD|OPTIONS) /.test(line));
    expect(writes.length).toBeGreaterThanOrEqual(atLeast);
    const earlier = (line: string) => / sent=(.*) answered=/.exec(line)?.[1]?.split(', ').slice(0, -1) ?? ['no sent='];
    expect(writes.filter((line) => earlier(line).some((bytes) => bytes !== '0'))).toEqual([]);
    const counts = 'SELECT COUNT(*), COUNT(DISTINCT customer_id) FROM payments';
    const [[payments, customers] = []] = await stack.rows(counts);
    expect(payments).toBe(customers);
  };
  const expectKept = async ({ created, paid }: Load) => {
    const status = new Map((await books()).map(([id = '', value]): [string, string | undefined] => [id, value]));
    expect(created.filter((id) => !status.has(id))).toEqual([]);
    expect(paid.filter((id) => status.get(id) !== 'completed')).toEqual([]);
  };

  it('has an image of at most 250 MB beside its base, of what runs alone', async () => {
    const [image, base] = await Promise.all(
      [stack.image, 'node:24-bookworm-slim'].map(async (name) => JSON.parse(await docker(['image', 'inspect', name]))[0]),
    );
    console.log(`image: ${image.Size} bytes, ${image.Size - base.Size} of them beside its base`);
    expect(image.Size - base.Size).toBeLessThan(MAX_IMAGE_BYTES);
    expect(image.Config).toMatchObject({ User: 'node', Entrypoint: null });
    const files = JSON.parse(
      await inNode(`console.log(JSON.stringify(fs.readdirSync('/app', { recursive: true }).map(String)))`),
    ) as string[];
    expect(files).toEqual(expect.arrayContaining(['dist/server/main.js', 'node_modules/pdfkit/package.json']));
    expect(files.filter((file) => /\.(d\.[cm]?ts|tsx?|map|spec\.\w+)$/.test(file))).toEqual([]);
    const packages = new Set(files.map((file) => /^node_modules\/((?:@[^/]+\/)?[^/]+)$/.exec(file)?.[1]));
    expect(Object.keys(devDependencies).filter((name) => packages.has(name))).toEqual([]);
  }, LIMIT_MS); // prettier-ignore

  it('has no shell and no package manager to be found', async () => {
    const there = `['sh', 'bash', 'dash', 'npm', 'npx', 'apt-get'].filter((name) => process.env.PATH.split(':').some((folder) => fs.existsSync(folder + '/' + name)))`;
    expect(JSON.parse(await inNode(`console.log(JSON.stringify(${there}))`))).toEqual([]);
    await expect(run('/bin/sh', '-c', 'true')).rejects.toThrow(/no such file/);
  }, LIMIT_MS); // prettier-ignore

  it('runs as nobody in particular, on a root file system that takes no writes', async () => {
    const script = `
      const status = fs.readFileSync('/proc/1/status', 'utf8');
      const writes = (path) => { try { fs.writeFileSync(path, ''); return true; } catch (error) { return error.code; } };
      console.log(JSON.stringify({ uid: process.getuid(), status, root: writes('/app/x'), etc: writes('/etc/x'), tmp: writes('/tmp/x') }));`;
    for (const service of [...INSTANCES, 'bank']) {
      const { status, ...seen } = JSON.parse(await stack.exec(service, 'node', '-e', script));
      expect(seen).toEqual({ uid: 1000, root: 'EROFS', etc: 'EROFS', tmp: true });
      expect(status).toMatch(/CapEff:\t0+\n/);
      expect(status).toMatch(/NoNewPrivs:\t1\n/);
    }
  }, LIMIT_MS); // prettier-ignore

  it('sells through the proxy at the sandbox bank', async () => {
    ({ token } = await new Client(stack.url).signIn(SALES.email, SALES.password));
    expect(await sell()).toMatchObject({ state: 'completed', tokenNumber: 'SI-000001' });
    // Ends with an error unless database, schema, Redis and bank are as they should be.
    expect(await stack.command('doctor')).toMatch(/^ok +redis/m);
  }, LIMIT_MS); // prettier-ignore

  it('replaces one instance after the other under load, on an expanded schema, without a failed request', async () => {
    const sales = await load();
    const ids = () => Promise.all(INSTANCES.map((name) => stack.compose(['ps', '--quiet', name])));
    const before = await ids();
    await pause(STEADY_MS);
    await stack.rows(NEXT_MIGRATION);
    for (const instance of INSTANCES) {
      await pause(STEADY_MS);
      await stack.replace(instance);
    }
    await pause(STEADY_MS);
    await sales.stop();
    const after = await ids();
    console.log(`replaced under load: ${sales.answers} answers, ${sales.created.length} links, ${sales.paid.length} paid`);
    expect(before.filter((id) => after.includes(id))).toEqual([]);
    expect(sales.failures).toEqual([]);
    expect(sales.paid.length).toBeGreaterThan(5);
    await expectKept(sales);
    await expectNothingTwice(sales.created.length);
  }, LIMIT_MS); // prettier-ignore

  it('an instance that is killed under load costs answers at most: nothing is received twice, nothing acknowledged is lost', async () => {
    const sales = await load();
    await pause(STEADY_MS);
    await stack.compose(['kill', '--signal', 'KILL', 'app2']);
    const others = sales.answers;
    await eventually('the other instance goes on', () => sales.answers > others + 20, GOES_ON_MS);
    await stack.up();
    await sales.stop();
    console.log(`killed under load: ${sales.answers} answers, ${sales.failures.length} failed`);
    // Those that were under way: a customer and three sellers.
    expect(sales.failures.length).toBeLessThanOrEqual(4);
    await expectKept(sales);
    await expectNothingTwice(sales.created.length);
  }, LIMIT_MS); // prettier-ignore

  it('goes down and comes up again with everything, sessions too', async () => {
    const sold = await sell();
    const before = await books();
    await stack.compose(['down']);
    await stack.up();
    expect(await books()).toEqual(before);
    const { body } = await seller().get(`/api/sales-manager/dashboard?search=${sold.tokenNumber}`);
    expect(body.data.allCustomers).toEqual([expect.objectContaining({ status: 'completed' })]);
  }, LIMIT_MS); // prettier-ignore

  it('is restored from a dump into a fresh volume', async () => {
    const [sold, open] = [await sell(), await createLink(seller(), 'gold')];
    const before = await books();
    const dump = await stack.backUp();
    const late = await sell();
    await stack.restore(dump);
    expect(await books()).toEqual(before);
    const customer = new Client(stack.url);
    expect(await statusOf(customer, sold.paymentId)).toBe('completed');
    expect((await customer.get(`/payment/${late.paymentId}`)).status).toBe(404);
    // It sells on: the link that was open can be paid.
    const eventId = await comeBack(customer, await atBank(await pressPay(customer, open.paymentId)));
    expect((await verify(customer, eventId)).body.data).toMatchObject({ state: 'completed', tokenNumber: 'GO-000001' });
    // The rows themselves, not only their numbers: what only the key in app-data opens can be read.
    expect(await stack.command('audit', 'verify')).toMatch(/\d/);
  }, LIMIT_MS); // prettier-ignore
});
