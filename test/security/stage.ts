import { atLogin, submit } from '../support/accounts.js';
import type { Client, Reply } from '../support/client.js';
import { ADMIN, OTHER_SALES, SALES, TestApp } from '../support/test-app.js';
import { fingerprint } from './observe.js';
import { type Caller, CALLERS, type MatrixRoute, pathOf } from './role-matrix.js';
import { type TargetName, type Targets, TARGETS } from './targets.js';

export const TRANSPORTS = ['bearer', 'cookie'] as const;
export type Transport = (typeof TRANSPORTS)[number];

const PEOPLE = { other: OTHER_SALES, owner: SALES, admin: ADMIN };

/** The product with everybody signed in, each as a program and in a browser. */
export class Stage {
  private readonly clients = new Map<string, Client>();
  private last: Record<string, string> | null = null;
  private readonly kept = new Map<TargetName, Targets>();

  private constructor(readonly test: TestApp) {}

  /** Pages are left to the browser: who may see what is decided before anything is rendered. */
  static async open(env: Record<string, string> = {}): Promise<Stage> {
    const stage = new Stage(await TestApp.start({ env, inertia: { ssr: { enabled: false } } }));
    await stage.signIn();
    return stage;
  }

  /** Everybody anew. A visitor holds the token of a form that has no session. */
  async signIn(): Promise<void> {
    this.last = null;
    for (const caller of CALLERS) {
      for (const transport of TRANSPORTS)
        this.clients.set(`${caller} ${transport}`, await this.signedIn(caller, transport));
    }
  }

  as(caller: Caller, transport: Transport = 'bearer'): Client {
    const client = this.clients.get(`${caller} ${transport}`);
    if (!client) throw new Error('nobody has signed in');
    return client;
  }

  make(name: TargetName): Promise<Targets> {
    if (name !== 'nothing') this.last = null;
    return TARGETS[name]({ test: this.test, owner: this.as('owner'), admin: this.as('admin') });
  }

  /** For requests between two looks that may change something. */
  forget(): void {
    this.last = null;
  }

  /** Everything in the database before a request: as it was after the one before, unless something was made since. */
  async before(): Promise<Record<string, string>> {
    return this.last ?? this.after();
  }

  /** Everything in the database, read now. */
  async after(): Promise<Record<string, string>> {
    this.last = await fingerprint(this.test);
    return { ...this.last };
  }

  /** The same at each call: for reading. */
  async one(name: TargetName): Promise<Targets> {
    const made = this.kept.get(name) ?? (await this.make(name));
    this.kept.set(name, made);
    return made;
  }

  close(): Promise<void> {
    return this.test.close();
  }

  private async signedIn(caller: Caller, transport: Transport): Promise<Client> {
    if (caller !== 'anonymous' && transport === 'bearer') return this.test.as(PEOPLE[caller]);
    const browser = await atLogin(this.test);
    if (caller !== 'anonymous') await submit(browser, '/login', PEOPLE[caller]);
    return browser;
  }
}

/** The request of a row, as a well-behaved client makes it. */
export async function ask(client: Client, route: MatrixRoute, target: Targets): Promise<Reply> {
  const path = pathOf(route, target);
  if (route.stream) return opened(client, path);
  if (route.upload)
    return client.call(route.method, path, { body: route.upload.text, headers: { 'content-type': route.upload.type } });
  const body = route.body?.(target);
  if (route.policyReport)
    return client.call(route.method, path, { body, headers: { 'content-type': 'application/csp-report' } });
  if (!route.bankPost) return client.call(route.method, path, body ? { body } : {});
  return client.postForm(path, body as Record<string, string>);
}

/** Of an answer without an end: its head. */
async function opened(client: Client, path: string): Promise<Reply> {
  const cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const headers = { cookie, ...(client.token ? { authorization: `Bearer ${client.token}` } : {}) };
  const response = await fetch(new URL(path, client.baseUrl), { headers });
  const { status } = response;
  const text = status === 200 ? '' : await response.text();
  if (status === 200) await response.body?.cancel();
  return { status, headers: response.headers, text, body: text ? JSON.parse(text) : undefined };
}

/** An answer as the table writes it. */
export function answerOf(reply: Reply, test: TestApp, target: Targets): string {
  const { status, headers, body } = reply;
  if (body?.error) return `${status} ${body.error as string}`;
  const location = headers.get('location');
  if (location === null) return String(status);
  if (location.startsWith(new URL(test.bank.url).origin)) return `${status} @bank`;
  if (/^\/(?:login)?\?next=/.test(location)) return `${status} @login`;
  const named = Object.entries(target).reduce((text, [name, id]) => text.replace(String(id), `:${name}`), location);
  return `${status} ${named.replace(/event=\w+/, 'event')}`;
}
