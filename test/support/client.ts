import { checkExchange } from './api-contract.js';
import { collect, notePasswords } from './collected.js';

/** A program that talks to the product over HTTP: keeps cookies, shows the XSRF token, follows no redirect. */
export interface Reply {
  status: number;
  headers: Headers;
  text: string;
  // oxlint-disable-next-line typescript/no-explicit-any -- answers are judged by the tests
  body: any;
}

export interface CallOptions {
  body?: unknown;
  form?: Record<string, string> | URLSearchParams;
  headers?: Record<string, string>;
}

/** Each exchange with the API is held against its document: a test fails when they disagree. */
export class Client {
  readonly cookies = new Map<string, string>();
  token: string | null = null;

  constructor(readonly baseUrl: string) {}

  get(path: string, options: CallOptions = {}): Promise<Reply> {
    return this.call('GET', path, options);
  }

  post(path: string, body: unknown = {}, headers: Record<string, string> = {}): Promise<Reply> {
    return this.call('POST', path, { body, headers });
  }

  postForm(path: string, form: Record<string, string> | URLSearchParams): Promise<Reply> {
    return this.call('POST', path, { form });
  }

  async call(method: string, path: string, options: CallOptions = {}): Promise<Reply> {
    notePasswords(options.body);
    notePasswords(options.form);
    const response = await fetch(new URL(path, this.baseUrl), {
      method,
      redirect: 'manual',
      headers: { ...this.defaultHeaders(), ...contentType(options), ...options.headers },
      ...(method === 'GET' ? {} : { body: payload(options) }),
    });
    this.keepCookies(response.headers.getSetCookie());
    const text = await response.text();
    if (response.status >= 400) collect('answer', `${text}\n`);
    checkExchange({ method, path, sent: options, status: response.status, headers: response.headers, text });
    return { status: response.status, headers: response.headers, text, body: parsed(text) };
  }

  /** Signs in as a program does: with the bearer token. */
  async signIn(email: string, password: string): Promise<this> {
    const { status, body } = await this.post('/api/login', { email, password });
    if (status !== 200) throw new Error(`sign-in failed: ${status} ${JSON.stringify(body)}`);
    this.token = body.data.token as string;
    this.cookies.clear();
    return this;
  }

  private defaultHeaders(): Record<string, string> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const xsrf = this.cookies.get('XSRF-TOKEN');
    return {
      ...(cookie ? { cookie } : {}),
      ...(xsrf ? { 'x-xsrf-token': decodeURIComponent(xsrf) } : {}),
      ...(this.token ? { authorization: `Bearer ${this.token}` } : {}),
    };
  }

  private keepCookies(lines: string[]): void {
    for (const line of lines) {
      const [pair = ''] = line.split(';');
      const at = pair.indexOf('=');
      const [name, value] = [pair.slice(0, at), pair.slice(at + 1)];
      if (value === '' || /max-age=0|expires=thu, 01 jan 1970/i.test(line)) this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
  }
}

function contentType({ form, body }: CallOptions): Record<string, string> {
  if (form) return { 'content-type': 'application/x-www-form-urlencoded' };
  return body === undefined ? {} : { 'content-type': 'application/json' };
}

function payload({ form, body }: CallOptions): string | Uint8Array<ArrayBuffer> | undefined {
  if (form) return new URLSearchParams(form).toString();
  if (body instanceof Uint8Array) return new Uint8Array(body);
  return typeof body === 'string' ? body : JSON.stringify(body);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
