import { CommanderError } from 'commander';
import { Refusal } from '../src/runtime/refusal.js';
import { Interrupted } from './interruption.js';
import { CommandFailed, output, WrongUsage } from './output.js';

/** Prints the error in a sentence; a stack only for unexpected ones. @returns the exit code */
export function report(error: unknown): number {
  output.endProgress();
  if (error instanceof Interrupted) return error.exitCode;
  if (error instanceof CommanderError) {
    // Commander has printed it already; help and version end as errors too.
    return error.exitCode === 0 ? 0 : 2;
  }
  if (error instanceof WrongUsage) {
    output.note(`error: ${error.message}`);
    return 2;
  }
  output.note(`error: ${textOf(error)}`);
  return 1;
}

function textOf(error: unknown): string {
  if (error instanceof Refusal) return refusalText(error);
  if (error instanceof CommandFailed) return error.message;
  if (!(error instanceof Error)) return String(error);
  // By name: the settings module is loaded only by commands that need it.
  if (error.name === 'InvalidSettings' || error.name === 'DatabaseInUse') return error.message;
  const { code } = error as { code?: unknown };
  return typeof code === 'string' ? `${error.message || code}` : (error.stack ?? error.message);
}

/** Adds the texts of the fields. */
function refusalText({ message, details = {} }: Refusal): string {
  const fields = Object.entries(details).map(([field, text]) => `  ${field}: ${text}`);
  return fields.length > 1 ? [message, ...fields].join('\n') : message;
}
