#!/usr/bin/env node
import { isInterrupted, listenForSignals } from './interruption.js';
import { run } from './program.js';

listenForSignals();
// Whoever reads has had enough, as in `tokendesk … | head`.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));
process.exitCode = await run(process.argv.slice(2));
// What the interrupted work had still under way must not keep the process: everything is closed by now.
if (isInterrupted()) process.exit();
