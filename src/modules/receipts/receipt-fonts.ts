import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const { resolve } = createRequire(import.meta.url);

/** Read once; a document takes out only the letters that it uses. */
export const REGULAR = readFileSync(resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf'));
export const BOLD = readFileSync(resolve('dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf'));
