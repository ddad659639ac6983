import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { loadAssets } from './assets.js';

const root = mkdtempSync(join(tmpdir(), 'assets-'));
afterAll(() => rmSync(root, { recursive: true }));

const MANIFEST = {
  'resources/app.tsx': { file: 'assets/app.js', isEntry: true, css: ['assets/app.css'], imports: ['_react.js'] },
  'resources/public.ts': { file: 'assets/public.js', isEntry: true, css: ['assets/public.css'] },
  'resources/pages/Auth/Login.tsx': {
    file: 'assets/login.js',
    imports: ['resources/app.tsx', '_form.js'],
    css: ['assets/login.css'],
  },
  'resources/pages/Public/Payment.tsx': { file: 'assets/pay.js', imports: ['resources/app.tsx', '_card.js'] },
  '_react.js': { file: 'assets/react.js' },
  '_form.js': { file: 'assets/form.js', css: ['assets/form.css'], imports: ['_react.js'] },
  '_card.js': { file: 'assets/card.js', css: ['assets/card.css'] },
};

const PUBLIC_STYLES = 'a>b{color:red}';
const CARD_STYLES = '.card{content:"é"}';

function build(name: string, manifest: unknown): string {
  const dir = join(root, name);
  mkdirSync(join(dir, '.vite'), { recursive: true });
  mkdirSync(join(dir, 'assets'));
  writeFileSync(join(dir, 'assets', 'public.css'), `${PUBLIC_STYLES}\n`);
  writeFileSync(join(dir, 'assets', 'card.css'), CARD_STYLES);
  writeFileSync(join(dir, '.vite', 'manifest.json'), JSON.stringify(manifest));
  return dir;
}

const load = (clientDir: string) => loadAssets({ mode: 'build', clientDir, ssrFile: '' });

describe('assets', () => {
  it('makes the version from the manifest alone', () => {
    const first = load(build('a', MANIFEST)).version;
    expect(first).toMatch(/^[0-9a-f]{20}$/);
    expect(load(build('b', MANIFEST)).version).toBe(first);
    expect(load(build('c', { ...MANIFEST, '_x.js': { file: 'assets/x.js' } })).version).not.toBe(first);
    expect(loadAssets({ mode: 'dev', origin: 'http://localhost:5173/' }).version).toBe('dev');
  });

  it('fails at boot without a manifest or an entry', () => {
    expect(() => load(join(root, 'none'))).toThrow('Build the client first');
    expect(() => load(build('d', { 'resources/app.tsx': { file: 'a.js' } }))).toThrow('no entry "resources/public.ts"');
    const broken = { ...MANIFEST, '_form.js': { file: 'assets/form.js', imports: ['_gone.js'] } };
    expect(() => load(build('e', broken))).toThrow('"_gone.js"');
  });

  it('finds the styles and chunks of the entry and the page, through imports, once each', () => {
    expect(load(build('f', MANIFEST)).forPage('Auth/Login')).toEqual({
      scripts: ['/build/assets/app.js'],
      styles: ['/build/assets/app.css', '/build/assets/login.css', '/build/assets/form.css'],
      preloads: ['/build/assets/react.js', '/build/assets/login.js', '/build/assets/form.js'],
      inlineStyles: '',
    });
  });

  it('gives a light page the public script and the text of its styles, and none of the client', () => {
    const assets = load(build('g', MANIFEST));
    const page = assets.forLightPage('Public/Payment');
    expect(page).toEqual({
      scripts: ['/build/assets/public.js'],
      styles: [],
      preloads: [],
      inlineStyles: PUBLIC_STYLES + CARD_STYLES,
    });
    const source = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
    expect(assets.inlineStyleSources).toContain(source(page.inlineStyles));
    expect(assets.inlineStyleSources).toContain(source(assets.forLightPage('Nope').inlineStyles));
  });

  it('fails at boot for styles that would end their element', () => {
    const dir = build('s', MANIFEST);
    writeFileSync(join(dir, 'assets', 'card.css'), 'a{content:"</STYLE>"}');
    expect(() => load(dir)).toThrow('card.css cannot stand in a document');
  });

  it('gives a public page its styles also under the full client', () => {
    const { scripts, styles } = load(build('h', MANIFEST)).forPage('Public/Payment');
    expect(scripts).toEqual(['/build/assets/app.js']);
    expect(styles).toEqual(['/build/assets/app.css', '/build/assets/card.css', '/build/assets/public.css']);
  });

  it('falls back to the bare client for a page it does not know', () => {
    const assets = load(build('i', MANIFEST));
    expect(assets.has('Nope')).toBe(false);
    expect(assets.has('__proto__')).toBe(false);
    expect(assets.forPage('Nope').scripts).toEqual(['/build/assets/app.js']);
  });

  it('takes everything from the development server', () => {
    const assets = loadAssets({ mode: 'dev', origin: 'http://localhost:5173/' });
    expect(assets.forPage('Auth/Login').scripts).toEqual([
      'http://localhost:5173/@vite/client',
      'http://localhost:5173/resources/app.tsx',
    ]);
    expect(assets.devOrigin).toBe('http://localhost:5173');
  });
});
