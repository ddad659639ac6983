// The payment page: HTML that was made before, sent again after one indexed read; and the page rendered anew each time.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from '../../../cli/scripts/building.mjs';

/** Primed with the product's own pages, so that the floor sends the same bytes. */
const pages = new Map();
const objects = new Map();
let renderer;

export function publicRoutes(sql) {
  return {
    '/prime/': (url, body) => {
      const { html, page } = JSON.parse(body);
      const id = lastOf(url);
      pages.set(id, { html, version: null });
      objects.set(id, page);
      return { primed: pages.size };
    },
    '/payment/': async (url) => {
      const id = lastOf(url);
      const [row] = await sql('SELECT version, updated_at AS updatedAt FROM payments WHERE public_id = ?', [id]);
      const version = `${row.version} ${row.updatedAt.getTime()}`;
      const kept = pages.get(id);
      kept.version ??= version;
      if (kept.version !== version) throw new Error('the page is out of date');
      return kept.html;
    },
    '/ssr/': async (url) => {
      const page = objects.get(lastOf(url));
      renderer ??= import(pathToFileURL(join(root, 'dist/ssr/ssr.js')).href);
      const { head, body } = await (await renderer).render(page, { nonce: undefined });
      return `<!doctype html><html lang="en"><head><meta charset="utf-8">${head.join('')}</head><body>${body}</body></html>`;
    },
  };
}

function lastOf({ pathname }) {
  return pathname.slice(pathname.lastIndexOf('/') + 1);
}
