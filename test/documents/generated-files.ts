import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { tokensCss } from '../../resources/tokens.js';
import { indexOf } from '../gallery/album.js';
import { ROOMS } from '../gallery/scenes/index.js';
import { AppContexts } from '../support/app-context.js';
import { apiFacts } from './api-facts.js';
import { importGraph } from './import-graph.js';
import { inputLimits } from './input-limits.js';
import { readSourceTypes } from './source-types.js';

export const ROOT = join(import.meta.dirname, '../..');

/** Every file that is made from code, by its path, as it has to be. */
async function wantedFiles(): Promise<[path: string, text: string][]> {
  const contexts = new AppContexts();
  try {
    const [app, withoutTestPages] = [
      await contexts.open({ testPages: true }),
      await contexts.open({ testPages: false }),
    ];
    const types = readSourceTypes();
    return [
      ['src/openapi/generated.ts', apiFacts(app, withoutTestPages, types)],
      ['resources/styles/tokens.css', tokensCss()],
      ['docs/input-limits.md', inputLimits(app, types.fields)],
      ['docs/import-graph.md', importGraph(ROOT)],
      ['docs/gallery/README.md', indexOf(ROOMS)],
    ];
  } finally {
    await contexts.close();
  }
}

/** Those of them that differ from what is on the disk. */
export async function staleFiles(): Promise<[path: string, text: string][]> {
  return (await wantedFiles()).filter(([path, text]) => {
    const file = join(ROOT, path);
    return text !== (existsSync(file) ? readFileSync(file, 'utf8') : null);
  });
}
