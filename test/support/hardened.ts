import { createHash } from 'node:crypto';
import type { RawReply } from './raw-request.js';

const YEAR_SECONDS = 365 * 24 * 60 * 60;
const TYPES = new Set([
  'text/html; charset=utf-8',
  'application/json; charset=utf-8',
  'text/csv; charset=utf-8',
  'text/plain; charset=utf-8',
  'text/plain; version=0.0.4; charset=utf-8',
  'text/event-stream; charset=utf-8',
  'application/pdf',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'text/css; charset=utf-8',
  'text/javascript; charset=utf-8',
  'font/woff2',
  'image/png',
  'image/svg+xml',
  'image/svg+xml; charset=utf-8',
  'image/vnd.microsoft.icon',
  'application/manifest+json; charset=utf-8',
]);
/** Of stacks, of both databases, of the mapper, and of places on the machine. */
const LEAKS =
  /\bat .+:\d+:\d+|node_modules|TypeORM|QueryFailed|EntityMetadata|SQLITE_|ER_[A-Z]+_|SELECT .+ FROM|INSERT INTO|\/src\/|dist\//;

export interface Expected {
  path: string;
  production: boolean;
  /** Origins of the bank, to which forms may go. */
  bank: readonly string[];
  kind: 'staff' | 'customer' | 'file';
}

export function policyOf(headers: Headers): Map<string, string[]> {
  const text = headers.get('content-security-policy') ?? '';
  return new Map(
    text.split('; ').map((part) => {
      const [name = '', ...values] = part.split(' ');
      return [name, values];
    }),
  );
}

export function nonceOf(headers: Headers): string | undefined {
  return /'nonce-([^']+)'/.exec(headers.get('content-security-policy') ?? '')?.[1];
}

/** @returns what is wrong with the answer's defence, in words; nothing when all is well */
export function weaknessesOf(reply: RawReply, expected: Expected): string[] {
  return [
    ...headerFaults(reply.headers, expected),
    ...(expected.kind === 'file' ? filePolicyFaults(reply, expected.path) : pageFaults(reply, expected)),
    ...bodyFaults(reply, expected),
  ];
}

function headerFaults(headers: Headers, { production, kind }: Expected): string[] {
  const faults: string[] = [];
  const wanted: Record<string, string | null> = {
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'x-frame-options': 'DENY',
    'referrer-policy': kind === 'staff' ? 'same-origin' : 'no-referrer',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()',
    'access-control-allow-origin': null,
    'x-powered-by': null,
    server: null,
    sourcemap: null,
    'x-sourcemap': null,
  };
  for (const [name, value] of Object.entries(wanted))
    if (headers.get(name) !== value) faults.push(`${name}: ${headers.get(name)}`);
  const hsts = headers.get('strict-transport-security');
  const age = Number(/^max-age=(\d+); includeSubDomains$/.exec(hsts ?? '')?.[1] ?? 0);
  if (production ? age < YEAR_SECONDS : hsts !== null) faults.push(`hsts: ${hsts}`);
  return faults;
}

function filePolicyFaults({ headers, status }: RawReply, path: string): string[] {
  const policy = headers.get('content-security-policy');
  const strict = path.endsWith('/service-worker.js')
    ? "default-src 'none'; connect-src 'self'; base-uri 'none'; frame-ancestors 'none'"
    : "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
  const cache = headers.get('cache-control');
  const named = path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'public, max-age=86400';
  const kept = status === 200 ? named : 'no-store';
  return [policy !== strict && `policy: ${policy}`, cache !== kept && `cache: ${cache}`].filter((fault) => fault !== false);
} // prettier-ignore

/** Styles without a nonce are those of customers' pages, and the policy names each by its hash. */
function styleFaults({ headers, text }: RawReply, { kind }: Expected): string[] {
  const hashes = policyOf(headers).get('style-src')?.filter(isHash) ?? [];
  const styles = [...text.matchAll(/<style>([^]*?)<\/style>/g)].map(([, style = '']) => style);
  const unknown = styles.filter((style) => !hashes.includes(`'sha256-${createHash('sha256').update(style).digest('base64')}'`));
  if (kind !== 'customer') return hashes.length + styles.length > 0 ? ['styles in the document'] : [];
  return [...(unknown.length > 0 ? ['a style without its hash'] : []), ...(hashes.length !== 1 ? [`${hashes.length} hashes`] : [])];
} // prettier-ignore

const isHash = (source: string) => source.startsWith("'sha256-");

function pageFaults(reply: RawReply, expected: Expected): string[] {
  const [{ headers }, { bank, kind }] = [reply, expected];
  const nonce = `'nonce-${nonceOf(headers)}'`;
  const policy = Object.fromEntries(policyOf(headers));
  policy['style-src'] = policy['style-src']?.filter((source) => !isHash(source)) ?? [];
  const wanted = {
    'default-src': ["'none'"],
    'script-src': ["'self'", nonce],
    'style-src': ["'self'", nonce],
    ...(kind === 'staff' && { 'style-src-attr': ["'unsafe-inline'"] }),
    'img-src': ["'self'", 'data:'],
    'font-src': ["'self'"],
    'connect-src': ["'self'"],
    'manifest-src': ["'self'"],
    'form-action': ["'self'", ...bank],
    'base-uri': ["'none'"],
    'object-src': ["'none'"],
    'frame-ancestors': ["'none'"],
    'report-uri': ['/api/csp-report'],
    'report-to': ['csp'],
  };
  const faults = styleFaults(reply, expected);
  if (JSON.stringify(policy) !== JSON.stringify(wanted)) faults.push(`policy: ${JSON.stringify(policy)}`);
  if (Buffer.from(nonceOf(headers) ?? '', 'base64').length < 16) faults.push('short nonce');
  if (headers.get('reporting-endpoints') !== 'csp="/api/csp-report"') faults.push('no reporting endpoint');
  if (!/^(?:private, )?no-store\b/.test(headers.get('cache-control') ?? ''))
    faults.push(`cache: ${headers.get('cache-control')}`);
  return faults;
}

function bodyFaults({ headers, text, status }: RawReply, { kind }: Expected): string[] {
  const faults: string[] = [];
  const type = headers.get('content-type');
  if (text === '' ? type !== null && !TYPES.has(type) : !TYPES.has(type ?? '')) faults.push(`type: ${type}`);
  if (kind === 'file') return /sourceMappingURL/.test(text) && status === 200 ? [...faults, 'a source map'] : faults;
  if (type?.startsWith('text/html')) {
    const foreign = [...text.matchAll(/ nonce="([^"]*)"/g)].filter(([, each]) => each !== nonceOf(headers));
    if (foreign.length > 0) faults.push('a nonce of another answer');
    if (!/\bx-inertia\b/i.test(headers.get('vary') ?? '')) faults.push(`vary: ${headers.get('vary')}`);
  }
  const leak = status >= 400 ? LEAKS.exec(text) : null;
  if (leak) faults.push(`leak: ${leak[0]}`);
  return faults;
}
