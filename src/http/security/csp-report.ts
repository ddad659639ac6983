/** A CSP violation, fit for the log: no address that is a key, no free text. */
export interface PolicyBreach {
  directive: string;
  /** `inline`, `eval`, `self`, an origin or a scheme. */
  blocked: string;
  /** The page's route pattern. */
  page: string;
  /** Location of the offending code: a built file, a route pattern, an origin or a scheme. */
  source: string | null;
  line: number | null;
  column: number | null;
  disposition: 'enforce' | 'report' | null;
}

/** Recognises our own addresses and maps them to patterns without keys. */
export interface OwnAddresses {
  origin: string;
  patternOf: (path: string) => string;
}

const MAX_REPORTS = 20;
const MAX_TEXT = 100;
const MAX_POSITION = 10_000_000;
const OTHER = 'other';
const DIRECTIVES = new Set([
  'default-src', 'script-src', 'script-src-elem', 'script-src-attr', 'style-src', 'style-src-elem', 'style-src-attr', 'img-src',
  'font-src', 'connect-src', 'media-src', 'manifest-src', 'worker-src', 'child-src', 'frame-src', 'object-src', 'base-uri',
  'form-action', 'frame-ancestors', 'require-trusted-types-for',
]); // prettier-ignore
const KEYWORDS = new Set(['inline', 'eval', 'wasm-eval', 'self', 'trusted-types-sink', 'trusted-types-policy']);
const NETWORK = new Set(['http:', 'https:', 'ws:', 'wss:']);
const SCHEMES = new Set([
  'about', 'blob', 'data', 'file', 'filesystem', 'javascript', 'chrome-extension', 'moz-extension', 'safari-web-extension',
]); // prettier-ignore
const BUILT_FILE = /^\/build\/assets\/[\w.-]{1,80}$/;

/**
 * Parses a report of either format (CSP Level 2 `report-uri`, Reporting API). Unknown fields are ignored; code samples and
 * referrers are never read, since they repeat page content.
 */
export function breachesIn(body: unknown, own: OwnAddresses): PolicyBreach[] {
  const entries = Array.isArray(body) ? body.slice(0, MAX_REPORTS) : [body];
  return entries.flatMap((entry) => {
    const report = reportIn(entry);
    return report === null ? [] : [breachOf(report, own)];
  });
}

type Fields = Readonly<Record<string, unknown>>;

function reportIn(entry: unknown): Fields | null {
  if (!isFields(entry)) return null;
  const report = entry['csp-report'] ?? (entry['type'] === 'csp-violation' ? entry['body'] : null);
  return isFields(report) ? report : null;
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function breachOf(report: Fields, own: OwnAddresses): PolicyBreach {
  const text = (...names: string[]) =>
    names.map((name) => report[name]).find((value) => typeof value === 'string') ?? '';
  const directive = text('effectiveDirective', 'effective-directive', 'violated-directive').split(' ', 1)[0] ?? '';
  const source = text('sourceFile', 'source-file');
  return {
    directive: DIRECTIVES.has(directive) ? directive : OTHER,
    blocked: blockedWord(text('blockedURL', 'blocked-uri'), own),
    page: placeOf(text('documentURL', 'document-uri'), own),
    source: source === '' ? null : placeOf(source, own),
    line: position(report['lineNumber'] ?? report['line-number']),
    column: position(report['columnNumber'] ?? report['column-number']),
    disposition: dispositionOf(report['disposition']),
  };
}

function blockedWord(text: string, own: OwnAddresses): string {
  if (KEYWORDS.has(text)) return text;
  const place = originOf(text);
  return place === own.origin ? 'self' : place;
}

/** The route pattern of our own pages, since a payment's address is its key; of others the origin only. */
function placeOf(text: string, own: OwnAddresses): string {
  const origin = originOf(text);
  if (origin !== own.origin) return origin;
  const path = new URL(text).pathname;
  return BUILT_FILE.test(path) ? path : own.patternOf(path);
}

/** A page without an origin is named by its scheme. */
function originOf(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url && NETWORK.has(url.protocol)) return url.origin.slice(0, MAX_TEXT);
  const scheme = url?.protocol.slice(0, -1) ?? text;
  return SCHEMES.has(scheme) ? scheme : OTHER;
}

function position(value: unknown): number | null {
  return Number.isSafeInteger(value) && (value as number) >= 0 && (value as number) <= MAX_POSITION
    ? (value as number)
    : null;
}

function dispositionOf(value: unknown): PolicyBreach['disposition'] {
  return value === 'enforce' || value === 'report' ? value : null;
}
