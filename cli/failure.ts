import { CommanderError } from 'commander';
import { Refusal } from '../src/domain/errors.js';
import { Interrupted } from './interruption.js';
import { CommandFailed, output, WrongUsage } from './output.js';

/** Says what went wrong in a sentence; a stack only for what nobody foresaw. @returns the exit code */
export function report(error: unknown): number {
  output.endProgress();
  if (error instanceof Interrupted) return error.exitCode;
  if (error instanceof CommanderError) {
    // Commander has said it already; help and version end as errors as well.
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
  // By name: the settings' own file is loaded only by the commands that need settings.
  if (error.name === 'InvalidSettings' || error.name === 'DatabaseInUse') return error.message;
  const { code } = error as { code?: unknown };
  return typeof code === 'string' ? `${error.message || code}` : (error.stack ?? error.message);
}

/** With several faulty fields the message alone says too little. */
function refusalText({ message, details = {} }: Refusal): string {
  const fields = Object.entries(details).map(([field, text]) => `  ${field}: ${text}`);
  return fields.length > 1 ? [message, ...fields].join('\n') : message;
}
