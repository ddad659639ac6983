import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './building.mjs';

/**
 * Runs the built program in this process instead of a child: signals reach it directly and once, its exit code is ours, and
 * nothing is left running when this process is killed.
 */
export async function become(program) {
  const file = join(root, program);
  process.argv[1] = file;
  await import(pathToFileURL(file).href);
}
