import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './building.mjs';

/**
 * Becomes the built program instead of starting it as a child: a signal from the terminal or from npm then reaches it
 * directly and once, its exit code is ours, and nothing can be left running when this process is killed.
 */
export async function become(program) {
  const file = join(root, program);
  process.argv[1] = file;
  await import(pathToFileURL(file).href);
}
