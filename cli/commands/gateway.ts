import type { Command } from 'commander';
import { GatewaySettingsModule } from '../../src/gateway-settings.module.js';
import { GatewayModule, PaymentGateway, type StatusResult } from '../../src/modules/gateway/index.js';
import { newBankReference } from '../../src/runtime/ids.js';
import { withContext } from '../context.js';
import { CommandFailed, output } from '../output.js';

export function register(program: Command): void {
  const gateway = program.command('gateway').description('the connection to the bank');
  gateway
    .command('ping')
    .description('one signed question about an unknown reference: do host, merchant id, key and hash version work?')
    .option('--json', 'print JSON')
    .action(ping);
}

async function ping({ json }: { json?: boolean }): Promise<void> {
  await withContext({ imports: () => [GatewaySettingsModule, GatewayModule] }, async (context) => {
    const { baseUrl, merchantId, hashVersion } = context.settings.gateway;
    const answer = await context.get(PaymentGateway).queryStatus({ originalTxnNo: newBankReference('TD') });
    const works = answer.kind === 'not-found' || answer.kind === 'pending';
    const meaning = meaningOf(answer);
    if (json) output.json({ works, baseUrl, merchantId, hashVersion, answer: answer.kind, meaning });
    else output.data(`${baseUrl}  merchant ${merchantId}  hash ${hashVersion}: ${meaning}`);
    if (!works) throw new CommandFailed(`The bank is not usable with these settings: ${meaning}.`);
  });
}

function meaningOf(answer: StatusResult): string {
  switch (answer.kind) {
    case 'not-found':
    case 'pending':
      return 'the bank answered with a valid hash';
    case 'unknown':
      return answer.reason === 'bad-hash'
        ? 'the bank answered, but not with a hash that this key makes: wrong key, merchant id or hash version'
        : `no usable answer (${answer.reason}: ${answer.detail})`;
    case 'mismatch':
      return `the bank answered for another ${answer.field}`;
    default:
      return `an answer that a fresh reference should not get (${answer.kind})`;
  }
}
