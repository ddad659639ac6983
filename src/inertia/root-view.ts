import type { PageAssets } from './assets.js';
import type { HeadLink } from './options.js';
import type { PageObject } from './page-object.js';
import type { SsrResult } from './ssr.js';
import { STATUS_CODES } from 'node:http';

/** Last resort: no props, script or style sheet that could fail. */
export function renderErrorDocument(status: number, appName: string): string {
  const reason = escapeHtml(STATUS_CODES[status] ?? 'Error');
  return [
    '<!DOCTYPE html>',
    '<html lang="en">',
    '<head>',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${reason} · ${escapeHtml(appName)}</title>`,
    '</head>',
    `<body><main><h1>${reason}</h1><p>Error ${status}. Please try again, or go to the <a href="/">start page</a>.</p></main></body>`,
    '</html>',
  ].join('\n');
}

/** Shared by the data script, the mount element and the client's default. */
const ROOT_ID = 'app';
const VITE_REFRESH = '@react-refresh';

export interface DocumentInput {
  page: PageObject;
  ssr: SsrResult | null;
  /** Without the Inertia client; needs a server-rendered body. */
  light: boolean;
  assets: PageAssets;
  devOrigin: string | null;
  nonce: string | undefined;
  lang: string;
  title: string;
  description?: string | undefined;
  themeColor?: string | undefined;
  icons?: readonly HeadLink[] | undefined;
}

/** Joined, not substituted into a template: `$&` in a prop must stay `$&`. */
export function renderDocument(input: DocumentInput): string {
  const scheme = input.light ? '' : ' data-mantine-color-scheme="light"';
  return [
    '<!DOCTYPE html>',
    `<html lang="${escapeHtml(input.lang)}"${scheme}>`,
    '<head>',
    ...head(input),
    '</head>',
    `<body>${input.ssr ? input.ssr.body : shell(input)}</body>`,
    '</html>',
  ].join('\n');
}

/**
 * Runs before the first paint: chooses the theme, which would flash otherwise, and remembers the last button and the keys beside
 * all fields that are pressed before the page's own code is there to listen (resources/lib/early-clicks.ts presses them again). Forms and links work
 * without code.
 */
function firstScript(nonce: string | undefined): string {
  const script = [
    "document.documentElement.dataset.mantineColorScheme=matchMedia('(prefers-color-scheme: dark)').matches?'dark':'light'",
    `addEventListener('click',window.earlyClick=({target})=>{earlyClick.button=target.closest('button:not([type="submit"])')},true)`,
    "addEventListener('keydown',window.earlyKeys=(event)=>{if(event.target===document.body)(earlyKeys.pressed??=[]).push(event)},true)",
  ].join(';');
  return `<script${nonceAttribute(nonce)}>${script}</script>`;
}

function head(input: DocumentInput): string[] {
  const { ssr, nonce, assets } = input;
  const supplied = ssr?.head ?? [];
  const has = (pattern: RegExp) => supplied.some((tag) => pattern.test(tag));
  const first = input.light ? [] : [firstScript(nonce)];
  const lines = [
    '<meta charset="utf-8">',
    ...first,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
  ];
  // Browsers hide the nonce attribute; the client reads the element's property.
  if (nonce !== undefined) lines.push(`<meta property="csp-nonce"${nonceAttribute(nonce)}>`);
  if (!has(/^<title[\s>]/i)) lines.push(`<title data-inertia="">${escapeHtml(input.title)}</title>`);
  if (input.description !== undefined && !has(/^<meta[^>]+name="description"/i)) {
    lines.push(`<meta name="description" content="${escapeHtml(input.description)}" data-inertia="description">`);
  }
  if (input.themeColor !== undefined) {
    lines.push(`<meta name="theme-color" content="${escapeHtml(input.themeColor)}">`);
  }
  lines.push(...(input.icons ?? []).map(iconLink), ...supplied);
  lines.push(...assets.styles.map((href) => `<link rel="stylesheet" href="${escapeHtml(href)}">`));
  if (assets.inlineStyles !== '') lines.push(`<style>${assets.inlineStyles}</style>`);
  if (ssr && !input.light && input.devOrigin === null) return [...lines, laterScripts(assets, nonce)];
  lines.push(...assets.preloads.map((href) => preload(href, nonce)));
  if (input.devOrigin !== null && !input.light) lines.push(refreshPreamble(input.devOrigin, nonce));
  lines.push(
    ...assets.scripts.map((src) => `<script type="module"${nonceAttribute(nonce)} src="${escapeHtml(src)}"></script>`),
  );
  return lines;
}

const UNREPORTED_PAINT_MS = 100;

/**
 * A server-rendered page is painted before its scripts are asked for, so that they take no part of a slow network from what is to
 * be seen. Each is evaluated in a task of its own. The browser reports a paint when it is on the screen, which is up to two frames after
 * the first one was asked for; one that reports none gets its scripts soon after. A page that nobody looks at is never painted: its
 * scripts come at once. None comes before the whole document: the first part of it may be painted while the rest is still on its way,
 * and scripts that are added to a document do not wait for that. React would find half a page and throw it away (its error 418).
 */
function laterScripts({ preloads, scripts }: PageAssets, nonce: string | undefined): string {
  const sources = escapeForScript(JSON.stringify([...preloads, ...scripts]));
  const load =
    `()=>{if(isAsked)return;isAsked=true;for(const src of ${sources})` +
    "document.head.append(Object.assign(document.createElement('script'),{type:'module',src,nonce}))}";
  const whenPainted =
    '()=>{if(document.hidden)return load();' +
    `requestAnimationFrame(()=>setTimeout(load,${UNREPORTED_PAINT_MS}));` +
    "new PerformanceObserver(load).observe({type:'paint',buffered:true})}";
  const script =
    `(({nonce})=>{let isAsked=false;const load=${load};addEventListener('DOMContentLoaded',${whenPainted})})` +
    '(document.currentScript)';
  return `<script${nonceAttribute(nonce)}>${script}</script>`;
}

/** The body of a client-rendered page. */
function shell({ page, nonce }: DocumentInput): string {
  const json = escapeForScript(JSON.stringify(page));
  const data = `<script data-page="${ROOT_ID}" type="application/json"${nonceAttribute(nonce)}>${json}</script>`;
  return `${data}<div id="${ROOT_ID}"></div>`;
}

/**
 * Escapes JSON for a script element. Escaping `/` is not enough: `<!--<script` opens a state in which the closing tag no longer
 * closes.
 */
export function escapeForScript(json: string): string {
  return json.replace(/\//g, '\\/').replace(/</g, '\\u003c');
}

export function escapeHtml(text: string): string {
  return text
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/"/g, '&quot;')
    .replace(/'/g, '&#39;');
}

function nonceAttribute(nonce: string | undefined): string {
  return nonce === undefined ? '' : ` nonce="${escapeHtml(nonce)}"`;
}

function preload(href: string, nonce: string | undefined): string {
  return `<link rel="modulepreload"${nonceAttribute(nonce)} href="${escapeHtml(href)}">`;
}

function iconLink(link: HeadLink): string {
  const attributes = Object.entries(link).map(([name, value]) => `${name}="${escapeHtml(String(value))}"`);
  return `<link ${attributes.join(' ')}>`;
}

/** Must run before any component module, or the plugin's transformed code refuses to start. */
function refreshPreamble(origin: string, nonce: string | undefined): string {
  const source = JSON.stringify(`${origin}/${VITE_REFRESH}`).replace(/</g, '\\u003c');
  return [
    `<script type="module"${nonceAttribute(nonce)}>`,
    `import { injectIntoGlobalHook } from ${source};`,
    'injectIntoGlobalHook(window);',
    'window.$RefreshReg$ = () => {};',
    'window.$RefreshSig$ = () => (type) => type;',
    '</script>',
  ].join('\n');
}
