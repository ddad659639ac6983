// The oldest Node.js that the product supports, where the machine has another: npm brings it into a cache folder.
import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { OLDEST_NODE_FOLDER } from './programs.mjs';

const PACKAGE = `node-linux-${process.arch}@20`;
const ARGUMENTS = ['install', '--no-save', '--ignore-scripts', '--prefix', OLDEST_NODE_FOLDER, PACKAGE];

export const OLDEST_NODE_COMMAND = `npm ${ARGUMENTS.join(' ')}   # 40 MB`;

export function mayInstallOldestNode() {
  return process.platform === 'linux';
}

/** @returns {boolean} false when it failed: why is on the standard error output */
export function installOldestNode() {
  mkdirSync(OLDEST_NODE_FOLDER, { recursive: true });
  const { status, stderr } = spawnSync('npm', ARGUMENTS, { encoding: 'utf8', stdio: ['ignore', 'ignore', 'pipe'] });
  if (status !== 0) console.error(stderr);
  return status === 0;
}
