// node --import: makes this process read TypeScript.
import { register } from 'node:module';

register('./typescript-hooks.mjs', import.meta.url);
