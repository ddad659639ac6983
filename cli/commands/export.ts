import { type Command, Option } from 'commander';
import { EVENT_OPTION, examples, later, PROJECT_OPTION } from '../definition.js';

export function register(program: Command): void {
  const exports = program.command('export').description('write data to a file');
  exports
    .command('payments')
    .description('the payments of a filter as CSV or XLSX, oldest first: the same as the export of the admin dashboard')
    .option('--status <status>', 'pending, initiated, completed, failed, cancelled, refunded or refund_pending')
    .option('--token-type <type>', 'gold, silver or platinum')
    .option('--search <text>', 'part of a name, email or phone, or a whole token, payment, invoice or bank number')
    .option('--from <day>', 'made on this day or later (YYYY-MM-DD, Indian time)')
    .option('--to <day>', 'made on this day or earlier')
    .option('--sales-manager <id or email>', 'of this member of staff')
    .option(...PROJECT_OPTION)
    .option(...EVENT_OPTION)
    .addOption(
      new Option('--format <format>', 'by default as the name of the file says, else csv').choices(['csv', 'xlsx']),
    )
    .option('--out <file>', 'a new file that only its owner can read; - for standard output', '-')
    .option('--json', 'print a summary as JSON (on stderr when the data go to standard output)')
    .addHelpText(
      'after',
      examples(
        'export payments --status completed --from 2026-11-01 --out november.csv',
        'export payments --sales-manager ravi@example.com --format xlsx --out ravi.xlsx',
        'export payments --project meadows --event "Launch weekend" --out launch.csv',
      ),
    )
    .action(later(async () => (await import('../actions/export.js')).exportPayments));
}
