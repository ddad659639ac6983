// First of all: chunks of the bundle that need it are loaded in an order of their own.
import 'reflect-metadata';
import { interrupt, isInterrupted, isWorkAbandoned, listenForSignals } from './interruption.js';
import { output } from './output.js';
import { run } from './program.js';

listenForSignals();
process.stdout.once('error', ({ code, message }: NodeJS.ErrnoException) => {
  // Later writes fail too.
  process.stdout.on('error', () => undefined);
  // The reader has closed the pipe, as in `tokendesk … | head`.
  if (code === 'EPIPE') return interrupt(0);
  output.note(`error: standard output cannot be written: ${code ?? message}`);
  interrupt(1);
});
// Without a reader of messages the command goes on, as in `tokendesk … 2>&1 | head`.
process.stderr.on('error', () => undefined);
void run(process.argv.slice(2)).then((code) => {
  process.exitCode = code;
  // Everything is closed or given up: pending work must not keep the process alive.
  if (isInterrupted() || isWorkAbandoned()) process.exit();
});
