import { interrupt, isInterrupted, listenForSignals } from './interruption.js';
import { output } from './output.js';
import { run } from './program.js';

listenForSignals();
process.stdout.once('error', ({ code, message }: NodeJS.ErrnoException) => {
  // What is written until everything is closed fails as well.
  process.stdout.on('error', () => undefined);
  // Whoever reads has had enough, as in `tokendesk … | head`.
  if (code === 'EPIPE') return interrupt(0);
  output.note(`error: standard output cannot be written: ${code ?? message}`);
  interrupt(1);
});
void run(process.argv.slice(2)).then((code) => {
  process.exitCode = code;
  // What the interrupted work had still under way must not keep the process: everything is closed by now.
  if (isInterrupted()) process.exit();
});
