import { Secret, TOTP } from 'otpauth';
import { DataSource } from 'typeorm';
import type { Client, Reply } from './client.js';
import { type MailCatcher, textPartOf } from './mail-catcher.js';
import { eventually } from './product-process.js';
import type { TestApp } from './test-app.js';

export const GOOD_PASSWORD = 'quiet harbour lantern 7';
export const OTHER_PASSWORD = 'seven pale umbrellas sing';

/** What an authenticator app shows `offset` steps from now. */
export function codeAt(secret: string, now: Date, offset = 0): string {
  const totp = new TOTP({ secret: Secret.fromBase32(secret), algorithm: 'SHA1', digits: 6, period: 30 });
  return totp.generate({ timestamp: now.getTime() + offset * 30_000 });
}

/** Six digits that fit no step near now. */
export function wrongCode(secret: string, now: Date): string {
  const near = new Set([-2, -1, 0, 1, 2].map((offset) => codeAt(secret, now, offset)));
  return ['000000', '111111', '222222', '333333', '444444', '555555'].find((code) => !near.has(code)) ?? '';
}

/** Switches the second factor on. @returns the seed and the recovery codes, as their owner has them */
export async function switchOn(test: TestApp, client: Client): Promise<{ secret: string; recoveryCodes: string[] }> {
  const started = await client.post('/api/account/totp/start');
  const { secret } = started.body.data as { secret: string };
  const { status, body } = await client.post('/api/account/totp/confirm', { code: codeAt(secret, test.clock.now()) });
  if (status !== 200) throw new Error(`the second factor did not go on: ${status} ${JSON.stringify(body)}`);
  return { secret, recoveryCodes: body.data.recoveryCodes as string[] };
}

export function apiLogin(client: Client, who: { email: string; password: string; code?: string }): Promise<Reply> {
  const { email, password, code } = who;
  return client.post('/api/login', { email, password, ...(code === undefined ? {} : { code }) });
}

/** A browser at the login page: with the token that its forms show. */
export async function atLogin(test: TestApp, path = '/login'): Promise<Client> {
  const browser = test.client();
  await browser.get(path);
  return browser;
}

/** As the Inertia client sends forms. */
export function submit(browser: Client, path: string, fields: object, referer = path): Promise<Reply> {
  return browser.call('POST', path, {
    body: fields,
    headers: { 'X-Inertia': 'true', Referer: new URL(referer, browser.baseUrl).href },
  });
}

export interface InertiaPage {
  component: string;
  url: string;
  // oxlint-disable-next-line typescript/no-explicit-any -- judged by the tests
  props: any;
  // oxlint-disable-next-line typescript/no-explicit-any -- judged by the tests
  flash?: any;
}

/** The page object in a document. */
export function pageIn(reply: Reply): InertiaPage {
  const json = /<script data-page="app" type="application\/json"[^>]*>([^]*?)<\/script>/.exec(reply.text)?.[1];
  if (!json) throw new Error(`no page in: ${reply.status} ${reply.text.slice(0, 200)}`);
  return JSON.parse(json) as InertiaPage;
}

/** Waits for the mail and takes the link out of it. */
export async function linkFor(catcher: MailCatcher, to: string, path: string): Promise<string> {
  const find = () => catcher.mails.filter((mail) => mail.to.includes(to) && textPartOf(mail.raw).includes(path));
  await eventually(`a mail to ${to} with ${path}`, () => find().length > 0);
  const link = /https?:\/\/\S+\?token=[\w-]{43}/.exec(textPartOf(find().at(-1)?.raw ?? ''))?.[0];
  if (!link) throw new Error('no link in the mail');
  const url = new URL(link);
  return url.pathname + url.search;
}

/** Opens a link of a mail and chooses a password. */
export async function choosePassword(browser: Client, link: string, password: string): Promise<Reply> {
  const exchanged = await browser.get(link);
  const path = exchanged.headers.get('location') ?? '';
  await browser.get(path);
  return submit(browser, path, { password, repeat: password });
}

export async function staffId(test: TestApp, email: string): Promise<string> {
  const rows = (await test.get(DataSource).query('SELECT id FROM users WHERE email_key = ?', [email])) as {
    id: number;
  }[];
  return String(rows[0]?.id);
}

export async function audited(test: TestApp, action: string): Promise<Record<string, unknown>[]> {
  const sql = 'SELECT * FROM audit_log WHERE action = ? ORDER BY id';
  return (await test.get(DataSource).query(sql, [action])) as Record<string, unknown>[];
}
