import type { Command } from 'commander';
import { examples, JSON_OPTION, later } from '../definition.js';

const actions = () => import('../actions/hash.js');
const KEY_ENV = [
  '--key-env <name>',
  'variable that holds the key, or with _FILE its file (GATEWAY_SECRET_KEY when not given)',
] as const;

export function register(program: Command): void {
  const hash = program.command('hash').description("the bank's message hashes");
  hash
    .command('test')
    .description('prints message string and HMAC of a payload, and says why another hash differs')
    .option('--file <path>', 'JSON payload; stdin when not given')
    .option(...KEY_ENV)
    .option('--expected <hex>', 'the hash that the other side has')
    .option(...JSON_OPTION)
    .addHelpText('after', examples('hash test --file payload.json', 'hash test --expected 9f86d08… < payload.json'))
    .action(later(async () => (await actions()).test));
  hash
    .command('verify')
    .description('checks a callback as it was received')
    .argument('<message>', 'query string or form body')
    .option(...KEY_ENV)
    .option(...JSON_OPTION)
    .addHelpText('after', examples("hash verify 'amount=300.00&invoiceNo=A1&merchantId=T_1&secureHash=3e1a…'"))
    .action(later(async () => (await actions()).verify));
}
