// npm run build: everything anew, with the tools' own output.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBuilt, root } from './building.mjs';

rmSync(join(root, 'dist'), { recursive: true, force: true });
process.exitCode = (await ensureBuilt({ verbose: true })) ? 0 : 1;
