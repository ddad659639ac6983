import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const IMPORT = /(?:\bfrom|^import|\bimport\()\s*'(\.[^']+)'/gm;

/** `src/modules/payments/links/x.ts` stands in `payments`, `src/runtime/clock.ts` in `src/runtime`; null: the top of src. */
function folderOf(path: string): string | null {
  const [, area, module, ...rest] = path.split('/');
  if (area === 'modules' && rest.length > 0) return module ?? null;
  return module === undefined ? null : `src/${area}`;
}

/** What the code of each folder imports of the others; types count like values. Sorted, specs left out. */
export function importsOf(root: string): Map<string, string[]> {
  const imports = new Map<string, Set<string>>();
  for (const file of readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.ts') || file.endsWith('.spec.ts')) continue;
    const path = `src/${file.replaceAll('\\', '/')}`;
    const from = folderOf(path);
    if (from === null) continue;
    const seen = imports.get(from) ?? new Set();
    imports.set(from, seen);
    for (const [, target = ''] of readFileSync(join(root, path), 'utf8').matchAll(IMPORT)) {
      const to = folderOf(join(dirname(path), target).replaceAll('\\', '/'));
      if (to !== null && to !== from) seen.add(to);
    }
  }
  return new Map([...imports].sort(([a], [b]) => (a < b ? -1 : 1)).map(([folder, seen]) => [folder, [...seen].sort()]));
}

/** The folders in an order in which each comes after all that it imports. Throws with the circle's folders when there is none. */
export function inLayers(imports: Map<string, string[]>): string[][] {
  const layers: string[][] = [];
  const left = new Map(imports);
  while (left.size > 0) {
    const layer = [...left].filter(([, needs]) => needs.every((need) => !left.has(need))).map(([folder]) => folder);
    if (layer.length === 0)
      throw new Error(`these folders import each other in a circle: ${[...left.keys()].join(', ')}`);
    for (const folder of layer) left.delete(folder);
    layers.push(layer);
  }
  return layers;
}

function drawing(imports: Map<string, string[]>, isShown: (folder: string) => boolean): string {
  const id = (folder: string) => folder.replaceAll(/\W/g, '_');
  const shown = [...imports].filter(([folder]) => isShown(folder));
  return [
    '```mermaid',
    'flowchart TB',
    ...shown.map(([folder]) => `  ${id(folder)}["${folder}"]`),
    ...shown.flatMap(([folder, needs]) => needs.filter(isShown).map((need) => `  ${id(folder)} --> ${id(need)}`)),
    '```',
  ].join('\n');
}

/** `docs/import-graph.md`: who imports whom, as the code has it. */
export function importGraph(root: string): string {
  const imports = importsOf(root);
  const isModule = (folder: string) => !folder.startsWith('src/');
  const foundations = ['audit', 'payment-lists'];
  const layers = inLayers(imports);
  return `# Who imports whom

Read from the imports of \`src\` (specs left out), drawn anew by \`npm run generate\`. What is allowed stands in
\`.dependency-cruiser.cjs\`; there are no circles, of folders or of files.

## The modules

Each is seen by others through its \`index.ts\`. \`${foundations.join('` and `')}\` serve all of them and are left out of the picture.

${drawing(imports, (folder) => isModule(folder) && !foundations.includes(folder))}

## The layers

From the ground up: each line imports only what stands above it.

${layers.map((layer, at) => `${at + 1}. ${layer.map((folder) => `\`${folder}\``).join(', ')}`).join('\n')}
`;
}
