// npm run cli -- <command>: the command line program, built when needed. Its stdout stays free of anything else.
import { ensureBuilt } from './building.mjs';
import { become } from './running.mjs';

if (await ensureBuilt()) await become('dist/server/tokendesk.js');
else process.exitCode = 1;
