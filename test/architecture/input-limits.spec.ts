import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Refusal } from '../../src/domain/errors.js';
import { StrictValidationPipe } from '../../src/http/index.js';
import { AppContexts } from '../support/app-context.js';
import { type FieldRule, INPUT_FIELDS, LIMITS_OF_REQUESTS } from '../support/input-fields.js';
import { listInputs, type RequestClass, type TakenInput } from '../support/request-classes.js';

const DOCUMENT = join(import.meta.dirname, '../../docs/input-limits.md');
/** Handlers that read a whole body or query by themselves; what each refuses is shown in test/security. */
const OWN_READERS = [
  'body POST /api/csp-report',
  'body POST /api/payments/test-icici-hash',
  'body POST /api/payments/verify-callback',
  'query GET /account/forgot',
];
const pipe = new StrictValidationPipe();

/** fast-check prints the seed and the counterexample when this fails. */
const RUNS = { numRuns: 60 };

let inputs: TakenInput[];
const contexts = new AppContexts();

beforeAll(async () => {
  inputs = listInputs(await contexts.open({ testPages: true }));
});
afterAll(() => contexts.close());
afterEach(() => {
  // Whatever was sent in, nothing of it reached every object there is.
  expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  expect(Object.keys(Object.prototype)).toEqual([]);
});

const partOf = (name: string) => taken(name).part;
function taken(name: string): TakenInput & { type: RequestClass } {
  const found = inputs.find(({ type }) => type?.name === name);
  if (!found?.type) throw new Error(`no route takes a ${name}`);
  return { ...found, type: found.type };
}

function fieldsOf(name: string): [path: string, rule: FieldRule][] {
  return Object.entries(INPUT_FIELDS[name] ?? {});
}

type Outcome = { taken: Record<string, unknown> } | { refused: Refusal };

async function judge(name: string, value: unknown): Promise<Outcome> {
  const { type, part } = taken(name);
  try {
    return { taken: (await pipe.transform(value, { type: part, metatype: type })) as Record<string, unknown> };
  } catch (error) {
    // Anything but a refusal would be answered with 500.
    if (!(error instanceof Refusal)) throw error;
    expect(['invalid', 'unprocessable']).toContain(error.kind);
    return { refused: error };
  }
}

function withField(object: object, path: string, value: unknown): Record<string, unknown> {
  const [first = '', rest] = path.split('.');
  const copy = { ...object } as Record<string, unknown>;
  copy[first] = rest === undefined ? value : withField((copy[first] ?? {}) as object, rest, value);
  return copy;
}

const fieldOf = (object: unknown, path: string) =>
  path.split('.').reduce<unknown>((value, name) => (value as Record<string, unknown> | undefined)?.[name], object);

/** Every field with its first good value. */
const valid = (name: string) =>
  fieldsOf(name).reduce<Record<string, unknown>>((body, [path, rule]) => withField(body, path, rule.good[0]), {});

async function expectTaken(name: string, path: string, value: unknown): Promise<void> {
  const outcome = await judge(name, withField(valid(name), path, value));
  if ('refused' in outcome) throw new Error(`${path} refused: ${JSON.stringify(outcome.refused.details)}`);
  expect(fieldOf(outcome.taken, path)).toEqual(stored(value, INPUT_FIELDS[name]?.[path]));
}

function stored(value: unknown, rule: FieldRule | undefined): unknown {
  const isTrimmed =
    rule?.isText !== undefined || /e-mail|mobile|ASCII letters, digits and `\.\/_-`/.test(rule?.rule ?? '');
  return typeof value === 'string' && isTrimmed ? value.normalize('NFC').trim() : value;
}

/** The field itself is named, so that a person or a program knows what to mend. */
async function expectRefused(name: string, path: string, value: unknown): Promise<void> {
  const outcome = await judge(name, withField(valid(name), path, value));
  if ('taken' in outcome) throw new Error(`${path} taken: ${JSON.stringify(value)}`);
  const told = Object.keys(outcome.refused.details ?? {});
  expect(told.some((each) => each === path || path.startsWith(`${each}.`))).toBe(true);
}

describe('every class of a request', () => {
  it('is known here with all its fields, and no route takes anything else', () => {
    const named = [...new Set(inputs.flatMap(({ type }) => (type ? [type.name] : [])))].sort();
    expect(named).toEqual(Object.keys(INPUT_FIELDS).sort());
  });

  it('and whoever reads a request by himself is listed', () => {
    const own = inputs.filter(({ type }) => type === null).map(({ part, route }) => `${part} ${route}`);
    expect(own.filter((each) => each.startsWith('body '))).toEqual(
      OWN_READERS.filter((each) => each.startsWith('body ')),
    );
    expect(own.filter((each) => each.startsWith('query ')).sort()).toEqual([
      'query GET /admin/audit',
      'query GET /admin/dashboard',
      'query GET /admin/review',
      'query GET /admin/staff',
      'query GET /admin/transactions',
      'query GET /api/admin/audit',
      'query GET /api/admin/audit/export',
      'query GET /api/admin/reviews',
      'query GET /api/admin/staff',
      'query GET /api/payments/admin/all',
      'query GET /api/payments/admin/analysis',
      'query GET /api/payments/transactions/all',
      'query GET /api/sales-manager/dashboard',
      'query GET /customer-payment/:paymentId',
      'query GET /dashboard',
      'query GET /payment/:paymentId',
      'query GET /payment/:paymentId/receipt',
      'query GET /payment/cancel',
      'query GET /payment/success',
      'query GET /payment/verify',
      'query GET /test-payment/return',
      'query GET /thank-you',
      'query GET /transactions',
      'query GET /upgrade/:paymentId',
      'query POST /api/sales-manager/check-open',
    ]);
  });
});

describe.each(Object.keys(INPUT_FIELDS))('%s', (name) => {
  it('takes the good examples as they are', async () => {
    expect(await judge(name, valid(name))).toHaveProperty('taken');
    for (const [path, { good }] of fieldsOf(name)) for (const value of good) await expectTaken(name, path, value);
  });

  it('refuses the bad ones by the name of the field', async () => {
    for (const [path, { bad }] of fieldsOf(name)) for (const value of bad) await expectRefused(name, path, value);
  });

  it('has no field beyond those that are documented', async () => {
    const empty = await judge(name, {});
    const told = 'refused' in empty ? Object.keys(empty.refused.details ?? {}) : [];
    const documented = new Set(fieldsOf(name).flatMap(([path]) => [path, path.split('.')[0]]));
    expect(told.filter((path) => !documented.has(path))).toEqual([]);
  });

  it('needs what is not optional', async () => {
    for (const [path, { optional }] of fieldsOf(name)) {
      if (!optional) await expectRefused(name, path, undefined);
      if (!optional) await expectRefused(name, path, null);
      else expect(await judge(name, withField(valid(name), path, undefined))).toHaveProperty('taken');
    }
  });

  it('counts lengths in characters', async () => {
    for (const [path, { most, least = 0, isText, isName }] of fieldsOf(name)) {
      if (most === undefined || !(isText || INPUT_FIELDS[name]?.[path]?.good[0] === 'x')) continue;
      for (const character of ['a', isName ? '𐐀' : '🐘', '\u0939']) {
        await expectTaken(name, path, character.repeat(most));
        await expectRefused(name, path, character.repeat(most + 1));
        if (least > 0) await expectTaken(name, path, character.repeat(least));
        if (least > 1) await expectRefused(name, path, character.repeat(least - 1));
      }
      // Variation selectors are characters as well, although nobody sees them.
      await expectRefused(name, path, 'a\ufe0f'.repeat(most / 2 + 1));
      await expectRefused(name, path, 'a'.repeat(1_000_000));
    }
  });

  it('takes no unwanted character into a text', async () => {
    const anywhere = fc.constantFrom('', 'Asha ', 'राव');
    const unwanted = fc.constantFrom(
      '\0', '\u0001', '\u001b', '\u007f', '\u0085', '\u200b', '\u200e', '\u202a', '\u202e', '\u2028', '\u2029', '\u2066', '\u2069',
      '\ufeff', '\ud800', '\udc00', '\udfff\ud800', '\v', '\f',
    ); // prettier-ignore
    for (const [path, { isText }] of fieldsOf(name)) {
      if (!isText) continue;
      const property = fc.asyncProperty(anywhere, unwanted, (before, character) =>
        expectRefused(name, path, `${before}abc${character}xyz`),
      );
      await fc.assert(property, RUNS);
      if (isText === 'line')
        for (const end of ['\n', '\r', '\t', '\r\n']) await expectRefused(name, path, `abc${end}Bcc: x`);
    }
  });

  it('takes nothing of another type', async () => {
    const others = fc.oneof(
      fc.constantFrom<unknown>([], {}, [[]], { $ne: 1 }, { $gt: '' }, { toString: 'x' }, { length: 3 }),
      fc.array(fc.string(), { minLength: 1, maxLength: 3 }),
      fc.dictionary(fc.constantFrom('a', 'email', '$regex'), fc.string(), { minKeys: 1 }),
    );
    for (const [path] of fieldsOf(name)) {
      await fc.assert(
        fc.asyncProperty(others, (value) => expectRefused(name, path, value)),
        RUNS,
      );
      const good: readonly unknown[] = INPUT_FIELDS[name]?.[path]?.good ?? [];
      for (const value of [true, false, 0, 7, -0, Infinity])
        if (!good.includes(value) && !/rupees/.test(INPUT_FIELDS[name]?.[path]?.rule ?? ''))
          await expectRefused(name, path, value);
    }
  });

  it('takes no field that it does not know', async () => {
    const unknown = [
      'status', 'amountPaise', 'tokenNumber', 'salesManagerId', 'paidAt', 'isAdmin', 'refundedAmount', '_id', 'id', 'email[]', 'a.b', '',
      'hasOwnProperty', 'toString', '$where',
    ]; // prettier-ignore
    for (const field of unknown) {
      const outcome = await judge(name, { ...valid(name), [field]: 'x' });
      if (partOf(name) === 'body') expect(outcome).toHaveProperty('refused.details', { [field]: expect.any(String) });
      else if ('taken' in outcome) expect(Object.keys(outcome.taken)).not.toContain(field);
    }
  });

  it('reaches no prototype', async () => {
    for (const json of [
      '{"__proto__":{"polluted":1}}',
      '{"constructor":{"prototype":{"polluted":1}}}',
      '{"prototype":{"polluted":1}}',
      '{"customerData":{"__proto__":{"polluted":1},"name":"Asha Rao","email":"a@example.com"}}',
    ]) {
      const outcome = await judge(name, { ...valid(name), ...(JSON.parse(json) as object) });
      if ('taken' in outcome) expect(fieldOf(outcome.taken, 'polluted')).toBeUndefined();
    }
    const hostile = JSON.parse('{"__proto__":{"polluted":1}}') as object;
    const outcome = await judge(name, Object.assign(Object.create(null) as object, valid(name), hostile));
    if ('taken' in outcome) expect(outcome.taken['polluted']).toBeUndefined();
  });

  it('answers or refuses whatever comes, and never breaks', async () => {
    const paths = fieldsOf(name).map(([path]) => path);
    const anything = fc.oneof(
      fc.anything({ maxDepth: 3, withNullPrototype: true }),
      fc.string({ unit: 'binary' }),
      fc.double(),
    );
    const property = fc.asyncProperty(fc.constantFrom(...paths), anything, async (path, value) => {
      const outcome = await judge(name, withField(valid(name), path, value));
      if ('taken' in outcome && value !== undefined)
        expect(fieldOf(outcome.taken, path)).toEqual(stored(value, INPUT_FIELDS[name]?.[path]));
    });
    await fc.assert(property, { numRuns: 200 });
    for (const whole of [null, [], 'text', 5, true, [{}], undefined])
      expect(await judge(name, whole)).toHaveProperty('refused');
  });
});

it('the table in docs/input-limits.md says the same', () => {
  const lines = Object.keys(INPUT_FIELDS).flatMap((name) => {
    const routes = [...new Set(inputs.filter(({ type }) => type?.name === name).map(({ route }) => `\`${route}\``))];
    const rows = fieldsOf(name).map(
      ([path, rule]) => `| \`${path}\` | ${rule.optional ? 'no' : 'yes'} | ${lengthOf(rule)} | ${rule.rule} |`,
    );
    return [
      `### ${routes.join(', ')}`,
      '',
      '| Field | Required | Characters | Takes |',
      '| --- | --- | --- | --- |',
      ...rows,
      '',
    ];
  });
  const requests = LIMITS_OF_REQUESTS.map(([what, limit]) => `| ${what} | ${limit} |`);
  const wanted = [
    '# What the product takes in',
    '',
    'Made from `test/support/input-fields.ts` and held against the running validation by `test/architecture/input-limits.spec.ts`',
    '(`RENEW=1` writes it anew). Lengths count Unicode code points. A text is kept in normal form C, without blanks around it; control,',
    'bidirectional and broken characters are refused. Fields that are not named here are refused; a wrong form is answered with 400, what',
    'a person filled in wrongly with 422, and `details` names the fields. Nothing is written then.',
    '',
    '## Any request',
    '',
    '| What | Limit |',
    '| --- | --- |',
    ...requests,
    '',
    '## Fields',
    '',
    ...lines,
  ].join('\n').trimEnd() + '\n'; // prettier-ignore
  if (process.env.RENEW) writeFileSync(DOCUMENT, wanted);
  expect(readFileSync(DOCUMENT, 'utf8')).toBe(wanted);
});

function lengthOf({ least = 0, most }: FieldRule): string {
  if (most === undefined) return '';
  return least > 0 ? `${least} to ${most}` : `at most ${most}`;
}
