// npm run generate: writes anew what is made from code. With --check (a step of `npm run check`) it writes nothing, and says which file
// is stale and which document names something that is not there.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { documentProblems } from './consistency.js';
import { ROOT, staleFiles } from './generated-files.js';

const stale = await staleFiles();
if (process.argv.includes('--check')) {
  const problems = [...stale.map(([path]) => `${path} is stale`), ...documentProblems()];
  for (const problem of problems) console.log(problem);
  if (stale.length > 0) console.log('What is stale is renewed by: npm run generate');
  process.exitCode = problems.length === 0 ? 0 : 1;
} else {
  for (const [path, text] of stale) {
    writeFileSync(join(ROOT, path), text);
    console.log(`renewed ${path}`);
  }
  if (stale.length === 0) console.log('Everything that is made from code is up to date.');
}
