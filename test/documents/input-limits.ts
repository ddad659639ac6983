import type { INestApplicationContext } from '@nestjs/common';
import { listInputs } from '../support/request-classes.js';
import { type Comments, type Field, fieldsOf, leavesOf } from './dto-fields.js';

const HEAD = `# What the product takes in

Made from the validators of the DTOs by \`npm run generate\`; \`test/architecture/input-limits.spec.ts\` holds the same rules against the
running validation. Lengths count Unicode code points. A text is kept in normal form C, without blanks around it; control,
bidirectional and broken characters are refused. Fields that are not named here are refused; a wrong form is answered with 400, what
a person filled in wrongly with 422, and \`details\` names the fields. Nothing is written then.

A password is compared in normal form C; what is longer than 1,024 characters, has NUL or half a character, is a wrong one. A new one has
12 characters at least and none of these. An optional field may also be \`null\`.

## Any request

| What | Limit |
| --- | --- |`;

const LIMITS_OF_REQUESTS = [
  ['Address', '8 KiB; no doubled slash, NUL or broken encoding'],
  ['Headers', '16 KiB together; one `Host`'],
  ['Body', '64 KiB, not compressed, UTF-8; `application/json` for the API (no name twice, 8 levels, 2,000 entries), a form of at most 200 fields for pages'],
  ['File of a settlement report', '5 MiB of UTF-8, `text/csv`'],
  [
    'Name of that file (`name`)',
    '1 to 120 characters on one line; control, bidirectional and broken characters are refused with 422',
  ],
  ['`Idempotency-Key`', '1 to 255 visible ASCII characters'],
  ['`page`, `limit`', 'whole numbers in plain digits; anything else counts as not given; a page is 1,000,000 at most, a limit 100'],
  ['`search`', 'the first 100 code points; always meant literally'],
  ['Days in filters', '`YYYY-MM-DD`, a day that exists, 2000 to 2099, Asia/Kolkata'],
] as const; // prettier-ignore

/** docs/input-limits.md: the rules of every field, under the routes that take it. */
export function inputLimits(app: INestApplicationContext, comments: Comments): string {
  const inputs = listInputs(app);
  const types = new Set(inputs.flatMap(({ type }) => type ?? []));
  const chapters = [...types].map((type) => {
    const routes = inputs.filter((input) => input.type === type).map(({ route }) => `\`${route}\``);
    return chapterOf([...new Set(routes)], leavesOf(fieldsOf(type)), comments);
  });
  const limits = LIMITS_OF_REQUESTS.map(([what, limit]) => `| ${what} | ${limit} |`);
  return `${[HEAD, ...limits, '', '## Fields', '', chapters.join('\n\n')].join('\n')}\n`;
}

function chapterOf(routes: string[], fields: [path: string, field: Field][], comments: Comments): string {
  const rows = fields.map(([path, field]) => {
    const comment = comments[field.owner]?.[field.name] ?? '';
    return `| \`${path}\` | ${field.isOptional ? 'no' : 'yes'} | ${lengthOf(field)} | ${takenBy(field)} | ${comment} |`;
  });
  const head = ['| Field | Required | Characters | Takes | Meaning |', '| --- | --- | --- | --- | --- |'];
  return [`### ${routes.join(', ')}`, '', ...head, ...rows].join('\n');
}

function lengthOf({ min = 0, max }: Field): string {
  if (max === undefined) return '';
  return min > 0 ? `${min} to ${max}` : `at most ${max}`;
}

function takenBy(field: Field): string {
  const { kind, meaning, isText, isName, orEmpty, pattern, most, values = [] } = field;
  if (kind === 'email') return `an ASCII e-mail address, kept in lower case${orEmpty ? ', or empty' : ''}`;
  if (kind === 'phone') return 'an Indian mobile number, or empty';
  if (kind === 'list') return most === undefined ? 'a list of texts' : `a list of at most ${most} texts`;
  if (kind === 'count') return 'a whole number from 0';
  if (kind === 'flag') return '`true` or `false`';
  if (kind === 'choice') return `one of ${values.map((value) => `\`${String(value)}\``).join(', ')}`;
  if (kind === 'pattern') return `text of the pattern \`${pattern!.source.replaceAll('|', String.raw`\|`)}\``;
  if (kind === 'rupees')
    return 'rupees: `0` to `999999999.99`, at most two decimals, as number or text in plain digits';
  if (meaning === 'password') return 'a password';
  if (meaning === 'day') return '`YYYY-MM-DD`, a day that exists, 2000 to 2099; the route refuses what is none';
  if (isName) return 'one line of text with at least two visible characters';
  if (isText) return isText === 'line' ? 'one line of text' : 'several lines of text';
  return 'text';
}
