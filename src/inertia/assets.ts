import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AssetSource } from './options.js';

/** The URL prefix under which the built client is served. */
export const BUILD_PREFIX = '/build/';

const CLIENT_ENTRY = 'resources/app.tsx';
const PUBLIC_ENTRY = 'resources/public.ts';
const PAGES = 'resources/pages/';
/** Customer pages: light documents without the Inertia client. */
const PUBLIC_FOLDER = 'Public/';

interface ManifestChunk {
  file: string;
  css?: string[];
  imports?: string[];
  isEntry?: boolean;
}
type Manifest = Record<string, ManifestChunk>;

/** The assets of a document: URLs, except `inlineStyles`. */
export interface PageAssets {
  scripts: string[];
  styles: string[];
  preloads: string[];
  /** The text of inlined style sheets. */
  inlineStyles: string;
}

export interface Assets {
  /** Version of the client code: a browser with another one reloads. */
  readonly version: string;
  /** Set while a Vite dev server serves the client. */
  readonly devOrigin: string | null;
  /** Sources for a content security policy, one for each text of `inlineStyles`. */
  readonly inlineStyleSources: readonly string[];
  forPage(component: string): PageAssets;
  forLightPage(component: string): PageAssets;
  /** False for a page that the client build does not contain. */
  has(component: string): boolean;
}

export function isPublicPage(component: string): boolean {
  return component.startsWith(PUBLIC_FOLDER);
}

export function loadAssets(source: AssetSource): Assets {
  return source.mode === 'dev' ? new DevAssets(source.origin) : new BuiltAssets(source.clientDir);
}

class DevAssets implements Assets {
  readonly version = 'dev';
  readonly inlineStyleSources = [];
  readonly devOrigin: string;

  constructor(origin: string) {
    this.devOrigin = origin.replace(/\/$/, '');
  }

  has(): boolean {
    return true;
  }

  forPage(): PageAssets {
    const scripts = ['@vite/client', CLIENT_ENTRY].map((name) => `${this.devOrigin}/${name}`);
    return { scripts, styles: [], preloads: [], inlineStyles: '' };
  }

  /** In development nothing is rendered on the server; the full client shows public pages too. */
  forLightPage(): PageAssets {
    return this.forPage();
  }
}

/** Resolved at boot, so that a broken build fails there and not on a request. */
class BuiltAssets implements Assets {
  readonly version: string;
  readonly devOrigin = null;
  readonly inlineStyleSources: readonly string[];
  private readonly manifest: Manifest;
  private readonly full = new Map<string, PageAssets>();
  private readonly light = new Map<string, PageAssets>();
  private readonly shell: PageAssets;
  private readonly lightShell: PageAssets;

  constructor(private readonly clientDir: string) {
    const file = join(clientDir, '.vite', 'manifest.json');
    const text = readManifest(file);
    this.version = createHash('sha256').update(text).digest('hex').slice(0, 20);
    this.manifest = JSON.parse(text) as Manifest;
    for (const entry of [CLIENT_ENTRY, PUBLIC_ENTRY]) {
      if (!this.manifest[entry]) throw new Error(`The client manifest ${file} has no entry "${entry}". Build again.`);
    }
    this.shell = this.document([CLIENT_ENTRY]);
    this.lightShell = this.lightDocument([]);
    for (const key of Object.keys(this.manifest)) this.addPage(key);
    const texts = [this.lightShell, ...this.light.values()].map(({ inlineStyles }) => inlineStyles);
    this.inlineStyleSources = [...new Set(texts.filter((text) => text !== ''))].map(policySource);
  }

  has(component: string): boolean {
    return this.full.has(component);
  }

  forPage(component: string): PageAssets {
    return this.full.get(component) ?? this.shell;
  }

  forLightPage(component: string): PageAssets {
    return this.light.get(component) ?? this.lightShell;
  }

  private addPage(key: string): void {
    if (!key.startsWith(PAGES) || !key.endsWith('.tsx')) return;
    const component = key.slice(PAGES.length, -'.tsx'.length);
    const isPublic = isPublicPage(component);
    const full = this.document([CLIENT_ENTRY, key]);
    // Public styles belong to the public entry; the full client needs them when it replaces that.
    if (isPublic) full.styles = [...new Set([...full.styles, ...this.lightStyles([key])])];
    this.full.set(component, full);
    if (isPublic) this.light.set(component, this.lightDocument([key]));
  }

  /** The first key is the script; the others are chunks to preload. */
  private document(keys: [string, ...string[]]): PageAssets {
    const chunks = this.closure(keys);
    const script = this.chunk(keys[0]).file;
    return {
      scripts: [url(script)],
      styles: unique(chunks.flatMap((chunk) => chunk.css ?? [])),
      preloads: unique(chunks.map((chunk) => chunk.file).filter((file) => file !== script)),
      inlineStyles: '',
    };
  }

  /** Styles are inlined: it renders a round trip earlier on a slow network. */
  private lightDocument(pageKeys: string[]): PageAssets {
    const texts = this.lightStyles(pageKeys).map((style) => this.text(style));
    return { ...this.document([PUBLIC_ENTRY]), styles: [], inlineStyles: texts.join('') };
  }

  /** A light page runs on the server only, so only the styles of its chunks are needed. */
  private lightStyles(pageKeys: string[]): string[] {
    const own = this.closure(pageKeys, (chunk) => chunk.isEntry !== true);
    return unique([...this.closure([PUBLIC_ENTRY]), ...own].flatMap((chunk) => chunk.css ?? []));
  }

  private text(style: string): string {
    const text = readFileSync(join(this.clientDir, style.slice(BUILD_PREFIX.length)), 'utf8').trim();
    if (/<\/style/i.test(text)) throw new Error(`${style} cannot stand in a document`);
    return text;
  }

  private closure(keys: string[], keep: (chunk: ManifestChunk) => boolean = () => true): ManifestChunk[] {
    const seen = new Map<string, ManifestChunk>();
    const visit = (key: string): void => {
      const chunk = this.chunk(key);
      if (seen.has(key) || !keep(chunk)) return;
      seen.set(key, chunk);
      chunk.imports?.forEach(visit);
    };
    keys.forEach(visit);
    return [...seen.values()];
  }

  private chunk(key: string): ManifestChunk {
    const chunk = this.manifest[key];
    if (!chunk) throw new Error(`The client manifest names "${key}" but does not describe it. Build again.`);
    return chunk;
  }
}

function readManifest(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    throw new Error(`The client build is missing: cannot read ${file}. Build the client first.`, { cause });
  }
}

function policySource(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

function unique(files: string[]): string[] {
  return [...new Set(files)].map(url);
}

function url(file: string): string {
  return BUILD_PREFIX + file;
}
