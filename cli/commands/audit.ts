import type { Command } from 'commander';
import { examples, JSON_OPTION, later } from '../definition.js';

export function register(program: Command): void {
  const audit = program.command('audit').description('the log of who did what');
  audit
    .command('verify')
    .description('walks the chain of the audit log and names the first row that does not fit')
    .option('--from <number>', 'begin at this place in the chain instead of the first')
    .option('--anchor <place:hash>', 'as an earlier run or the log has kept it: has to be in the chain still')
    .option(...JSON_OPTION)
    .addHelpText('after', examples('audit verify', 'audit verify --from 12000 --json'))
    .action(later(async () => (await import('../actions/audit.js')).verify));
}
