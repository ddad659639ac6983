import type { Command } from 'commander';
import { examples, JSON_OPTION, later } from '../definition.js';

export function register(program: Command): void {
  program
    .command('doctor')
    .description('checks settings, database, clock, bank, mail, Redis and disk; one line each')
    .option(...JSON_OPTION)
    .addHelpText('after', examples('doctor', 'doctor --json'))
    .action(later(async () => (await import('../actions/doctor.js')).doctor));
}
