import { ADMIN } from '../browser/steps.js';
import { GOOD_PASSWORD } from '../support/accounts.js';
import { Client } from '../support/client.js';
import type { Cast, Person } from './cast.js';
import { somebody } from './people.js';

/** Invited just now. @returns the path of the one-time link, with its token */
export async function invite(cast: Cast, name: string, email: string): Promise<string> {
  const admin = await cast.program(ADMIN);
  const { status, body, text } = await admin.post('/api/admin/staff', { name, email, role: 'sales_manager' });
  if (status !== 201 && status !== 200) throw new Error(`the invitation answered ${status}: ${text}`);
  const { pathname, search } = new URL(body.data.link as string);
  return pathname + search;
}

/** A seller without any customers. */
export async function comeToWork(cast: Cast, name: string): Promise<Person> {
  const { email } = somebody(name);
  const browser = new Client(cast.product.url);
  const exchanged = await browser.get(await invite(cast, name, email));
  const path = exchanged.headers.get('location') ?? '';
  await browser.get(path);
  const { status, text } = await browser.call('POST', path, {
    body: { password: GOOD_PASSWORD, repeat: GOOD_PASSWORD },
    headers: { 'X-Inertia': 'true', Referer: new URL(path, browser.baseUrl).href },
  });
  if (status >= 400) throw new Error(`the password was answered with ${status}: ${text}`);
  return { email, password: GOOD_PASSWORD };
}
