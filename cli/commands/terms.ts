import type { Command } from 'commander';
import { examples, JSON_OPTION, later } from '../definition.js';

const actions = () => import('../actions/terms.js');

export function register(program: Command): void {
  const terms = program
    .command('terms')
    .description('terms of a project, in versions: customers agree to the one in force before they pay');
  terms
    .command('list')
    .description('the versions of a project, newest first')
    .option('--project <code>', 'short name of the project', 'default')
    .option(...JSON_OPTION)
    .addHelpText('after', examples('terms list', 'terms list --json'))
    .action(later(async () => (await actions()).list));
  terms
    .command('show')
    .description('the text of a version')
    .argument('[number]', 'number of the version; the one in force without it')
    .option('--project <code>', 'short name of the project', 'default')
    .option('--language <language>', 'en or hi', 'en')
    .option(...JSON_OPTION)
    .addHelpText('after', examples('terms show', 'terms show 2 --language hi'))
    .action(later(async () => (await actions()).show));
  terms
    .command('create')
    .description('makes the next version from a Markdown file for each language')
    .requiredOption('--en <file>', 'English text')
    .option('--hi <file>', 'Hindi text; needed unless the project is in English alone')
    .requiredOption('--effective <day>', 'IST day on which it begins, YYYY-MM-DD; today or later')
    .requiredOption('--summary-en <text>', 'what customers read before the tick box, in English')
    .option('--summary-hi <text>', 'the same in Hindi')
    .option('--project <code>', 'short name of the project', 'default')
    .option('--dry-run', 'check, and write nothing')
    .option(...JSON_OPTION)
    .addHelpText(
      'after',
      examples(
        'terms create --effective 2026-12-01 --en terms.en.md --summary-en "A token is not an allotment." --hi terms.hi.md --summary-hi "…"',
      ),
    )
    .action(later(async () => (await actions()).create));
  terms
    .command('import')
    .description(
      'makes a version from files that say all about it in their heads; one that is there already is left alone',
    )
    .argument('<files...>', 'Markdown, one file for each language, beginning with a head between two lines of ---')
    .option('--project <code>', 'short name of the project, unless the files say it')
    .option('--effective <day>', 'IST day on which it begins, unless the files say it')
    .option('--dry-run', 'check, and write nothing')
    .option(...JSON_OPTION)
    .addHelpText(
      'after',
      `${examples('terms import terms.en.md terms.hi.md', 'terms import terms.*.md --effective 2026-12-01 --dry-run')}

A file begins with
  ---
  language: en
  effective: 2026-12-01
  summary: What customers read before the tick box, on one line.
  ---
and goes on in Markdown: headings, paragraphs, lists, **strong**, *emphasis* and [links](https://example.com).
HTML is shown as text.`,
    )
    .action(later(async () => (await actions()).importFiles));
}
