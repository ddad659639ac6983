import { readFile, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { PROGRESS_WORDS, type SettlementException, type SettlementRun } from '../../src/contracts/settlements.js';
import { isIstDay } from '../../src/domain/calendar/ist-day.js';
import { formatInr } from '../../src/domain/money/money.js';
import { AttemptRecheck, SettlementsService, SettlementsModule } from '../../src/modules/settlements/index.js';
import { withContext } from '../context.js';
import { dayFrom } from '../day.js';
import { CommandFailed, output, WrongUsage } from '../output.js';
import { paymentModules } from '../payment-modules.js';
import { chosenByFlags, type ProjectFlags } from '../project-filter.js';

const MAX_FILE_BYTES = 5 * 1024 * 1024;
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2})$/;

const MODULES = { imports: () => [...paymentModules(), SettlementsModule.forRoot({ http: false })] };

interface Options extends ProjectFlags {
  date?: string;
  file?: string;
  profile?: string;
  attemptsSince?: string;
  json?: boolean;
}

export async function reconcile({ date, file, profile, attemptsSince, json, ...flags }: Options): Promise<void> {
  if ((date === undefined) === (attemptsSince === undefined))
    throw new WrongUsage('give either --date or --attempts-since');
  if (profile !== undefined && file === undefined) throw new WrongUsage('--profile belongs to --file');
  if (attemptsSince !== undefined) {
    if (file !== undefined) throw new WrongUsage('--file belongs to --date');
    if (Object.keys(flags).length > 0) throw new WrongUsage('--project and --event belong to --date');
    return recheck(attemptsSince, json);
  }
  const day = dayFrom('--date', date);
  const upload = file === undefined ? null : { name: basename(file), text: await textOf(file), profile };
  await withContext(MODULES, async (context) => {
    const settlements = context.get(SettlementsService);
    const chosen = await chosenByFlags(flags, context);
    const { data } = await settlements.run(day, upload, ({ step, done, total }) => {
      output.progress(`${PROGRESS_WORDS[step]}: ${done} of ${total}`);
    });
    output.endProgress();
    const isNarrowed = Object.keys(flags).length > 0;
    const exceptions = isNarrowed ? await settlements.exceptionsOf(chosen) : null;
    if (json) output.json({ ...data, ...(exceptions && { openExceptions: exceptions }) });
    else output.data([summary(data), ...(exceptions ? exceptionLines(exceptions) : [])].join('\n'));
    if (data.status !== 'completed') throw new CommandFailed(`Incomplete: ${data.problem ?? ''}. It can be repeated.`);
  });
}

async function textOf(file: string): Promise<string> {
  const { size } = await stat(file);
  if (size > MAX_FILE_BYTES) throw new CommandFailed('The file is larger than 5 MiB.');
  return readFile(file, 'utf8');
}

function summary(run: SettlementRun): string {
  const rupees = (amount: number) => formatInr(Math.round(amount * 100));
  return [
    `${run.day}  ${run.status}  payouts ${run.payouts}, lines ${run.lines} (${run.newLines} new)`,
    `matched     ${run.matched}  ${rupees(run.matchedAmount)} of ${rupees(run.lineAmount)}`,
    `paid out    ${rupees(run.settledAmount)} after charges ${rupees(run.charges)} and tax ${rupees(run.tax)}`,
    `exceptions  ${run.exceptions}, payments completed by asking the bank ${run.recovered}`,
  ].join('\n');
}

function exceptionLines(exceptions: SettlementException[]): string[] {
  return [
    `open there  ${exceptions.length}`,
    ...exceptions.map(({ day, label, reference, paymentId, evidence }) =>
      [day, label, reference ?? '-', paymentId ?? '-', evidence].join('  '),
    ),
  ];
}

async function recheck(since: string, json: boolean | undefined): Promise<void> {
  const instant = new Date(since);
  // Of a day that no month has, JavaScript makes a later one.
  if (!INSTANT.test(since) || !isIstDay(since.slice(0, 10)) || Number.isNaN(instant.getTime()))
    throw new WrongUsage('--attempts-since must be a time such as 2026-11-20T18:30:00Z');
  if (instant.getTime() > Date.now()) throw new WrongUsage('--attempts-since must not lie in the future');
  await withContext(MODULES, async (context) => {
    const result = await context.get(AttemptRecheck).since(instant);
    if (json) output.json(result);
    else {
      for (const { paymentId, payment, attempt } of result.changes)
        output.data(
          `${paymentId}  ${payment.before} -> ${payment.after}  (attempt ${attempt.before} -> ${attempt.after})`,
        );
      for (const paymentId of result.flagged) output.data(`${paymentId}  needs review`);
      output.data(
        `asked ${result.asked}, changed ${result.changes.length}, without an answer ${result.withoutAnswer.length}`,
      );
    }
    if (result.withoutAnswer.length > 0)
      throw new CommandFailed(
        `The bank gave no usable answer about ${result.withoutAnswer.length}; repeat the command.`,
      );
  });
}
