// npm start: builds when needed, then runs the server. npm run start:prod: runs what has been built, as production.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBuilt, root } from './building.mjs';
import { become } from './running.mjs';

const SERVER = 'dist/server/main.js';

async function prepare() {
  const flag = process.argv.indexOf('--production');
  if (flag === -1) return ensureBuilt();
  process.argv.splice(flag, 1);
  process.env.NODE_ENV = 'production';
  if (existsSync(join(root, SERVER))) return true;
  console.error(`There is no production build (${SERVER} is missing): run "npm run build" first.`);
  return false;
}

if (await prepare()) await become(SERVER);
else process.exitCode = 1;
