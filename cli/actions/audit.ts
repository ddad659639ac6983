import { AuditModule, AuditPageService, AuditVerifier, type ChainReport } from '../../src/modules/audit/index.js';
import { describeFault } from '../../src/domain/audit/audit-chain.js';
import { istDateTime } from '../../src/domain/calendar/ist-day.js';
import { ProjectsModule } from '../../src/modules/projects/index.js';
import { Refusal } from '../../src/runtime/refusal.js';
import { withContext } from '../context.js';
import { CommandFailed, output, WrongUsage } from '../output.js';
import { chosenByFlags, type ProjectFlags } from '../project-filter.js';

interface VerifyFlags {
  from?: string;
  anchor?: string;
  json?: boolean;
}

interface ListFlags extends ProjectFlags {
  action?: string;
  subject?: string;
  from?: string;
  to?: string;
  before?: string;
  json?: boolean;
}

export async function list({ project, event, json, ...filters }: ListFlags): Promise<void> {
  await withContext({ imports: () => [AuditModule.forRoot({ http: false }), ProjectsModule] }, async (context) => {
    const chosen = await chosenByFlags({ project, event }, context);
    const { rows, older } = await listed({ ...filters, ...chosen }, context.get(AuditPageService));
    if (json) return output.json({ rows, older });
    output.table(
      ['ENTRY', 'TIME (IST)', 'WHAT HAPPENED', 'ACTION', 'SUBJECT'],
      rows.map(({ id, at, sentence, action, subject }) => [
        id,
        istDateTime(new Date(at)),
        sentence,
        action,
        subject.label,
      ]),
    );
    if (older !== null) output.note(`More: --before ${older}`);
  });
}

/** @throws WrongUsage for a filter that cannot be read */
async function listed(query: Record<string, unknown>, service: AuditPageService) {
  try {
    return (await service.answer(query, null)).data;
  } catch (error) {
    if (!(error instanceof Refusal) || !error.details) throw error;
    const faults = Object.entries(error.details).map(([name, text]) => `--${name}: ${text}`);
    throw new WrongUsage(faults.join('\n'), { cause: error });
  }
}

export async function verify({ from, anchor, json }: VerifyFlags): Promise<void> {
  const options = { ...fromOf(from), ...anchorOf(anchor) };
  await withContext({ imports: () => [] }, async (context) => {
    const verifier = context.get(AuditVerifier);
    const { lastSeq } = await verifier.anchor();
    if (options.from !== undefined && options.from > Math.max(1, lastSeq))
      throw new CommandFailed(`--from ${options.from}: the chain ends at #${lastSeq}.`);
    const report = await verifier.verify(options);
    if (json)
      output.json({ ...report, whole: report.fault === null, message: report.fault && describeFault(report.fault) });
    else if (!report.fault) output.data(lineOf(report));
    if (report.fault) throw new CommandFailed(`The audit chain is broken. ${describeFault(report.fault)}`);
  });
}

function lineOf({ rows, from, lastSeq, lastHash, unsealed }: ChainReport): string {
  const start = from === 1 ? '' : ` from #${from}`;
  const waiting = unsealed === 0 ? '' : `, ${unsealed} not sealed yet`;
  return `${rows} rows${start}, chain whole, last hash ${lastSeq}:${lastHash}${waiting}`;
}

function fromOf(text: string | undefined): { from?: number } {
  if (text === undefined) return {};
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new WrongUsage('--from takes the number of a row in the chain, from 1 on.');
  return { from: Number(text) };
}

function anchorOf(text: string | undefined): { known?: { seq: number; hash: string } } {
  if (text === undefined) return {};
  const found = /^([1-9]\d{0,8}):([0-9a-f]{64})$/.exec(text);
  if (!found) throw new WrongUsage('--anchor takes a place and its hash, as in 1200:9f86d08….');
  return { known: { seq: Number(found[1]), hash: found[2] ?? '' } };
}
