// node --import: makes this process read TypeScript.
import { registerHooks } from 'node:module';
import { load, resolve } from './typescript-hooks.mjs';

registerHooks({ resolve, load });
