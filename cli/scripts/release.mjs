// node cli/scripts/release.mjs FOLDER: what a machine needs to run the build and nothing else, for the image and for an archive.
import { cpSync, existsSync, mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { root } from './building.mjs';
import { copyRuntimePackages } from './runtime-packages.mjs';

const PARTS = ['package.json', 'dist/client', 'dist/server', 'dist/ssr'];

const folder = process.argv[2] && resolve(process.argv[2]);
if (!folder || existsSync(folder)) {
  console.error('usage: node cli/scripts/release.mjs FOLDER (a new one)');
  process.exit(2);
}
if (!existsSync(join(root, 'dist/server/main.js'))) {
  console.error('There is no production build: run "npm run build" first.');
  process.exit(1);
}
mkdirSync(folder, { recursive: true });
for (const part of PARTS) cpSync(join(root, part), join(folder, part), { recursive: true, preserveTimestamps: true });
copyRuntimePackages(join(folder, 'node_modules'));
