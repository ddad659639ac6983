import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './building.mjs';

const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

/** The engine's options that the product is started with in production, as `package.json` has them. */
export const ENGINE_OPTIONS = scripts['start:prod'].match(/--max\S+/g) ?? [];
