import { createWriteStream, type WriteStream } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { extname } from 'node:path';
import { finished } from 'node:stream/promises';
import { Refusal } from '../../src/runtime/refusal.js';
import { istDateTime } from '../../src/domain/calendar/ist-day.js';
import { emailKey } from '../../src/domain/people/email.js';
import { type ExportFormat, ExportModule, ExportService, readAdminQuery } from '../../src/modules/admin/index.js';
import { AuthModule, StaffService } from '../../src/modules/auth/index.js';
import { ProjectsModule } from '../../src/modules/projects/index.js';
import { type CliContext, withContext } from '../context.js';
import { interruption, throwIfInterrupted } from '../interruption.js';
import { CommandFailed, output, WrongUsage } from '../output.js';
import { chosenByFlags, type ProjectFlags } from '../project-filter.js';

interface ExportFlags extends ProjectFlags {
  status?: string;
  tokenType?: string;
  search?: string;
  from?: string;
  to?: string;
  salesManager?: string;
  format?: ExportFormat;
  out: string;
  json?: boolean;
}

const STDOUT = '-';
const OWNER_ONLY = 0o600;

export async function exportPayments(flags: ExportFlags): Promise<void> {
  const format = flags.format ?? (extname(flags.out) === '.xlsx' ? 'xlsx' : 'csv');
  if (flags.out === STDOUT && format === 'xlsx' && process.stdout.isTTY)
    throw new WrongUsage('a workbook is no text for a terminal; use --out FILE');
  await withContext(
    { imports: () => [AuthModule, ExportModule, ProjectsModule], endsItself: true },
    async (context) => {
      const { filter } = await filterOf(flags, context);
      const target = await targetOf(flags.out);
      const broken = faultOf(target, flags.out);
      try {
        const signal = AbortSignal.any([interruption(), broken]);
        const onProgress = (rows: number) => output.progress(`${rows} payments`);
        const result = await context.get(ExportService).run(filter, target, { format, signal, onProgress });
        if (!result.complete) output.note(`Stopped after ${result.rows} payments.`);
        await throwIfInterrupted();
        await finish(target, broken);
        summarise(flags, { rows: result.rows, bytes: result.bytes, format, asOf: result.asOf });
      } catch (error) {
        // An incomplete export must not be taken for a whole one.
        if (flags.out !== STDOUT) await rm(flags.out, { force: true });
        throw error;
      }
    },
  );
}

/** Names of the options by the names of the filters. */
const OPTIONS: Readonly<Record<string, string>> = {
  tokenType: 'token-type',
  startDate: 'from',
  endDate: 'to',
  salesManager: 'sales-manager',
};

async function filterOf(flags: ExportFlags, context: CliContext) {
  const { status, tokenType, search, from: startDate, to: endDate, salesManager: seller } = flags;
  const given = { status, tokenType, search, startDate, endDate, salesManager: seller };
  const empty = Object.entries(given).filter(([, value]) => value?.trim() === '');
  // As with a variable that is not set: it would export more than was asked for.
  if (empty.length > 0) throw wrongFilters(empty.map(([field]) => [field, 'is empty']));
  const salesManager = await sellerId(seller, context);
  const chosen = await chosenByFlags(flags, context);
  try {
    return readAdminQuery({ ...given, salesManager, ...chosen }, null);
  } catch (error) {
    if (!(error instanceof Refusal) || !error.details) throw error;
    throw wrongFilters(Object.entries(error.details), error);
  }
}

function wrongFilters(faults: [field: string, text: string][], cause?: Error): WrongUsage {
  return new WrongUsage(faults.map(([field, text]) => `--${OPTIONS[field] ?? field}: ${text}`).join('\n'), { cause });
}

async function sellerId(given: string | undefined, context: CliContext): Promise<string | undefined> {
  if (given === undefined || emailKey(given) === null) return given;
  return String((await context.get(StaffService).getByEmail(given)).id);
}

/** Exclusive creation: neither a file nor a symbolic link is ever overwritten. */
async function targetOf(file: string): Promise<NodeJS.WriteStream | WriteStream> {
  if (file === STDOUT) return process.stdout;
  try {
    const handle = await open(file, 'wx', OWNER_ONLY);
    return createWriteStream(file, { fd: handle });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') throw new CommandFailed(`${file} exists already and is not written over.`, { cause: error });
    throw new CommandFailed(`${file} cannot be made: ${code}`, { cause: error });
  }
}

/** Aborted with the error when the file cannot be written, e.g. on a full disk. Standard output is handled for all commands. */
function faultOf(target: NodeJS.WriteStream | WriteStream, file: string): AbortSignal {
  const controller = new AbortController();
  target.on('error', ({ code, message }: NodeJS.ErrnoException) =>
    controller.abort(new CommandFailed(`${file} cannot be written: ${code ?? message}`)),
  );
  return controller.signal;
}

/** @throws CommandFailed when the file is incomplete */
async function finish(target: NodeJS.WriteStream | WriteStream, broken: AbortSignal): Promise<void> {
  if (target !== process.stdout) await finished(target.end()).catch(() => undefined);
  broken.throwIfAborted();
}

function summarise(
  flags: ExportFlags,
  { asOf, ...written }: { rows: number; bytes: number; format: ExportFormat; asOf: Date | null },
): void {
  output.endProgress();
  const toFile = flags.out !== STDOUT;
  const result = { ...written, ...(asOf && { asOf: asOf.toISOString() }) };
  if (flags.json && toFile) output.json({ file: flags.out, ...result });
  else if (flags.json) output.note(JSON.stringify(result));
  else {
    const until = asOf ? `, as of ${istDateTime(asOf)} IST (replica)` : '';
    output.note(`${result.rows} payments${toFile ? ` written to ${flags.out}` : ''}${until}`);
  }
}
