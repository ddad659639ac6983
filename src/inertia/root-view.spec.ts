import { describe, expect, it } from '@jest/globals';
import type { PageObject } from './page-object.js';
import { type DocumentInput, renderDocument } from './root-view.js';

const NASTY = [
  '</script><script>alert(1)</script>',
  '<!--<script',
  "$& $' $` $1 $$",
  '\u2028\u2029',
  ']]>',
  '&lt;&quot;"\'',
  '\\/ \\u003c',
  '\ud800 lone',
  '₹ 1,00,000',
];

function pageWith(props: Record<string, unknown>): PageObject {
  return { component: 'Test/Page', props: { errors: {}, ...props }, url: '/a?b=1', version: 'v' };
}

function documentOf(change: Partial<DocumentInput> = {}): string {
  return renderDocument({
    page: pageWith({}),
    ssr: null,
    light: false,
    assets: { scripts: ['/build/app.js'], styles: ['/build/app.css'], preloads: ['/build/chunk.js'], inlineStyles: '' },
    devOrigin: null,
    nonce: 'n0nce',
    lang: 'en',
    title: 'Pay · TokenDesk',
    ...change,
  });
}

function readPage(html: string): PageObject {
  const match = /<script data-page="app" type="application\/json"[^>]*>([\s\S]*?)<\/script>/.exec(html);
  return JSON.parse(match?.[1] ?? 'null') as PageObject;
}

describe('root view', () => {
  it('holds the page object in a data script beside the mount element of the same name', () => {
    const html = documentOf();
    expect(html).toContain('<script data-page="app" type="application/json" nonce="n0nce">');
    expect(html).toContain('<div id="app"></div>');
    expect(html).not.toContain('<div data-page');
    expect(readPage(html)).toEqual(pageWith({}));
  });

  it.each(NASTY)('carries %j unchanged through the script', (text) => {
    const html = documentOf({ page: pageWith({ text, [text.replace(/\./g, '')]: 1 }) });
    expect(readPage(html).props['text']).toBe(text);
    expect(html.match(/<script/g)).toHaveLength(3);
    expect(html.match(/<\/script>/g)).toHaveLength(3);
    expect(html).not.toContain('<!--<');
  });

  it('inserts server-rendered markup verbatim, dollar signs included', () => {
    const body =
      '<script data-page="app" type="application/json">{}</script><div data-server-rendered="true" id="app">$& $\'</div>';
    const html = documentOf({ ssr: { head: ['<title data-inertia="">$& x</title>', '<meta name="a">'], body } });
    expect(html).toContain(`<body>${body}</body>`);
    expect(html).toContain('<title data-inertia="">$& x</title>\n<meta name="a">');
    expect(html.match(/id="app"/g)).toHaveLength(1);
  });

  it('gives its own title only when the server rendering gave none', () => {
    expect(documentOf({ title: '<b>"x"' })).toContain('<title data-inertia="">&lt;b&gt;&quot;x&quot;</title>');
    const html = documentOf({ ssr: { head: ['<title data-inertia="">Own</title>'], body: '<div></div>' } });
    expect(html.match(/<title/g)).toHaveLength(1);
  });

  it('puts the nonce on every script and shows it to the client', () => {
    const html = documentOf({ devOrigin: 'http://localhost:5173' });
    const scripts = html.match(/<script[^>]*>/g) ?? [];
    expect(scripts).toHaveLength(4);
    for (const script of scripts) expect(script).toContain('nonce="n0nce"');
    expect(html).toContain('<meta property="csp-nonce" nonce="n0nce">');
    expect(html).toContain('import { injectIntoGlobalHook } from "http://localhost:5173/@react-refresh"');
  });

  it('leaves nonce attributes out without a nonce, and escapes a strange one', () => {
    expect(documentOf({ nonce: undefined })).not.toContain('nonce');
    expect(documentOf({ nonce: '"><x' })).not.toContain('"><x');
  });

  it('marks the colour scheme for full documents only', () => {
    expect(documentOf()).toContain('<html lang="en" data-mantine-color-scheme="light">');
    expect(documentOf({ light: true })).toContain('<html lang="en">');
  });

  it('asks for the scripts of a page that is rendered already after its first paint', () => {
    const ssr = { head: [], body: '<div id="app" data-server-rendered="true"></div>' };
    const html = documentOf({ ssr });
    expect(html).not.toMatch(/<script[^>]+src=|modulepreload/);
    expect(html).toMatch(/<script nonce="n0nce">.*"\\\/build\\\/chunk\.js".*requestAnimationFrame.*<\/script>/);
    for (const change of [{ ssr: null }, { ssr, light: true }])
      expect(documentOf(change)).toMatch(/<script type="module"[^>]+src=/);
  });

  it('links styles, preloads, icons, description and theme colour', () => {
    const html = documentOf({
      description: 'a "b"',
      themeColor: '#fff',
      icons: [{ rel: 'icon', href: '/build/i.svg', type: 'image/svg+xml' }],
    });
    expect(html).toContain('<link rel="stylesheet" href="/build/app.css">');
    expect(html).not.toContain('<style');
    expect(html).toContain('<link rel="modulepreload" nonce="n0nce" href="/build/chunk.js">');
    expect(html).toContain('<link rel="icon" href="/build/i.svg" type="image/svg+xml">');
    expect(html).toContain('<meta name="description" content="a &quot;b&quot;" data-inertia="description">');
    expect(html).toContain('<meta name="theme-color" content="#fff">');
  });
});
