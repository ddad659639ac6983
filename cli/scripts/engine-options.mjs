import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './building.mjs';

const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

/** The engine options of production, from `package.json`. */
export const ENGINE_OPTIONS = scripts['start:prod'].match(/--max\S+/g) ?? [];

/** What the C library is told about memory there, by the names of its environment. */
export const MEMORY_SETTINGS = Object.fromEntries(
  [...scripts['start:prod'].matchAll(/(MALLOC_\w+)=\$\{\w+:-(\d+)\}/g)].map(([, name, value]) => [name, value]),
);
