import { AuditVerifier, type ChainReport } from '../../src/modules/audit/index.js';
import { describeFault } from '../../src/domain/audit/audit-chain.js';
import { withContext } from '../context.js';
import { CommandFailed, output, WrongUsage } from '../output.js';

interface VerifyFlags {
  from?: string;
  anchor?: string;
  json?: boolean;
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
