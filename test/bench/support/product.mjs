// The built product as its users meet it: a process of its own, production settings, logging into a file.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../../../cli/scripts/building.mjs';
import { ENGINE_OPTIONS, MEMORY_SETTINGS } from '../../../cli/scripts/engine-options.mjs';
import { freePort } from '../../support/free-port.mjs';
import { ADMIN_EMAIL, PASSWORD } from '../books/rows.mjs';
import { urlOf } from '../books/server.mjs';
import { Program } from './processes.mjs';

const APP_URL = 'https://tokendesk.bench.example';
export const BANK = { merchantId: 'T_BENCH0001', secretKey: 'bench-bank-key-1' };

/** Production refuses a bank without TLS, so where a bank is asked the product runs without that one rule. */
function settings({ port, database, folder, bankUrl, more }) {
  return {
    NODE_ENV: bankUrl ? 'test' : 'production',
    PORT: String(port),
    APP_URL: bankUrl ? `http://127.0.0.1:${port}` : APP_URL,
    DATABASE_URL: database,
    JWT_SECRET: 'bench-jwt-secret-0123456789-abcdefgh',
    ENCRYPTION_KEY: 'bench-encryption-key-0123456789-abc',
    GATEWAY_BASE_URL: bankUrl ?? 'https://bank.bench.example/pg',
    GATEWAY_MERCHANT_ID: BANK.merchantId,
    GATEWAY_SECRET_KEY: BANK.secretKey,
    POLL_INTERVAL_SECONDS: '0',
    SANDBOX_GATEWAY: 'false',
    DEMO_SEED: 'false',
    ENABLE_TEST_PAGES: 'false',
    DATA_DIR: folder,
    LOG_LEVEL: 'info',
    ...more,
  };
}

/**
 * @param build the folder of another build, to compare with
 * @param databaseUrl in the place of a database on the server of the benchmark
 * @param more settings beyond the usual; with `bankUrl` the product speaks to that bank. `readyMs` is the time from the start of the
 * process to the first answer of `firstPath`
 */
export async function startProduct({
  server,
  database,
  databaseUrl,
  bankUrl,
  more = {},
  firstPath = '/readyz',
  build = join(root, 'dist'),
}) {
  const folder = mkdtempSync(join(tmpdir(), 'bench-product-'));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const env = settings({ port, database: databaseUrl ?? urlOf(server, database), folder, bankUrl, more });
  const program = new Program({
    file: join(build, 'server/main.js'),
    words: ENGINE_OPTIONS,
    env: { PATH: process.env.PATH, ...MEMORY_SETTINGS, ...env },
    cwd: folder,
    logFile: join(folder, 'log'),
  });
  const stop = async () => {
    await program.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const readyMs = await program.untilAnswers(`${url}${firstPath}`);
    return { url, pid: program.pid, readyMs, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Signs in through the page's own form. @returns the headers of a browser's Inertia visit by this person */
export async function signIn({ url }, email = ADMIN_EMAIL) {
  const cookies = new Map();
  const call = async (path, options = {}) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await fetch(`${url}${path}`, {
      redirect: 'manual',
      ...options,
      headers: { ...(cookie && { cookie }), ...options.headers },
    });
    for (const line of answer.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line);
      cookies.set(name, value);
    }
    return { status: answer.status, headers: answer.headers, text: await answer.text() };
  };
  await call('/login');
  await call('/login', {
    method: 'POST',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'x-xsrf-token': decodeURIComponent(cookies.get('XSRF-TOKEN') ?? ''),
    },
    body: new URLSearchParams({ email, password: PASSWORD }).toString(),
  });
  const home = await call('/account');
  if (home.status !== 200) throw new Error(`${email} could not sign in: ${home.status}`);
  // The flash of the sign-in is shown and gone by now.
  const page = /data-page="app"[^>]*>(.*?)<\/script>|data-page="([^"]*)"/s.exec(home.text);
  const version = /"version":"([^"]*)"|&quot;version&quot;:&quot;(.*?)&quot;/.exec(page?.[0] ?? home.text);
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  return {
    cookie,
    'x-inertia': 'true',
    'x-requested-with': 'XMLHttpRequest',
    accept: 'text/html, application/xhtml+xml',
    'x-inertia-version': version?.[1] ?? version?.[2] ?? '',
  };
}

/** @returns the props of an Inertia page */
export async function propsOf(url, headers) {
  const answer = await fetch(url, { headers, redirect: 'manual' });
  if (answer.status !== 200) throw new Error(`${answer.status} instead of a page`);
  return (await answer.json()).props;
}
