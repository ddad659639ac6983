import { afterAll, afterEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Refusal } from '../../src/runtime/refusal.js';
import { StrictValidationPipe } from '../../src/http/index.js';
import { AppContexts } from '../support/app-context.js';
import { casesOf, type FieldCase } from '../support/input-fields.js';
import { listInputs, type RequestClass, type TakenInput } from '../support/request-classes.js';

/** Handlers that read a whole body or query by themselves; what each refuses is shown in test/security. */
const OWN_READERS = [
  'body POST /api/csp-report',
  'body POST /api/payments/test-icici-hash',
  'body POST /api/payments/verify-callback',
  'body POST /payment/:paymentId/initiate',
  'query GET /account/forgot',
];
const pipe = new StrictValidationPipe();

const contexts = new AppContexts();
const inputs = listInputs(await contexts.open({ testPages: true }));
const TYPES = new Map(inputs.flatMap(({ type }) => (type ? [[type.name, type] as const] : [])));

/** fast-check prints the seed and the counterexample when this fails. */
const RUNS = { numRuns: 60 };

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

function fieldsOf(name: string): FieldCase[] {
  return casesOf(taken(name).type);
}

type Outcome = { taken: Record<string, unknown> } | { refused: Refusal };

async function judge(name: string, value: unknown): Promise<Outcome> {
  const { type, part } = taken(name);
  try {
    return { taken: (await pipe.transform(value, { type: part, metatype: type })) as Record<string, unknown> };
  } catch (error) {
    // Anything but a refusal would be answered with 500.
    if (!(error instanceof Refusal)) throw error;
    expect([400, 422]).toContain(error.status);
    return { refused: error };
  }
}

function withField(object: object, path: string, value: unknown): Record<string, unknown> {
  const [first = '', ...rest] = path.split('.');
  const copy = (Array.isArray(object) ? [...(object as unknown[])] : { ...object }) as Record<string, unknown>;
  const inner = (copy[first] ?? (rest[0] === '0' ? [] : {})) as object;
  copy[first] = rest.length === 0 ? value : withField(inner, rest.join('.'), value);
  return copy;
}

const fieldOf = (object: unknown, path: string) =>
  path.split('.').reduce<unknown>((value, name) => (value as Record<string, unknown> | undefined)?.[name], object);

/** Every field with its first good value. */
const valid = (name: string) =>
  fieldsOf(name).reduce<Record<string, unknown>>((body, { path, good }) => withField(body, path, good[0]), {});

async function expectTaken(name: string, field: FieldCase, value: unknown): Promise<void> {
  const { path } = field;
  const outcome = await judge(name, withField(valid(name), path, value));
  if ('refused' in outcome) throw new Error(`${path} refused: ${JSON.stringify(outcome.refused.details)}`);
  expect(fieldOf(outcome.taken, path)).toEqual(stored(value, field));
}

function stored(value: unknown, { isText, kind, rule }: FieldCase): unknown {
  if (rule === 'pan' && typeof value === 'string') return value.trim().toUpperCase();
  const isTrimmed = isText !== undefined || kind === 'email' || kind === 'phone' || rule === 'reference';
  return typeof value === 'string' && isTrimmed ? value.normalize('NFC').trim() : value;
}

/** The field itself is named, so that a person or a program knows what to mend. */
async function expectRefused(name: string, path: string, value: unknown): Promise<void> {
  const outcome = await judge(name, withField(valid(name), path, value));
  if ('taken' in outcome) throw new Error(`${path} taken: ${JSON.stringify(value)}`);
  const refusedFields = Object.keys(outcome.refused.details ?? {});
  expect(refusedFields.some((each) => each === path || path.startsWith(`${each}.`))).toBe(true);
}

describe('every class of a request', () => {
  it('goes by a name of its own', () => {
    const types = new Set(inputs.flatMap(({ type }) => type ?? []));
    expect([...types].map(({ name }) => name).sort()).toEqual([...TYPES.keys()].sort());
    expect(types.size).toBeGreaterThan(25);
  });

  it('limits each text that it takes, passwords aside', () => {
    const texts = [...TYPES.keys()].flatMap((name) => fieldsOf(name).filter(({ kind }) => kind === 'text'));
    const endless = texts.filter(({ max, meaning }) => max === undefined && meaning !== 'password');
    expect(endless.map(({ owner, path }) => `${owner}.${path}`)).toEqual([]);
  });

  it('and whoever reads a request by himself is listed', () => {
    const own = inputs.filter(({ type }) => type === null).map(({ part, route }) => `${part} ${route}`);
    expect(own.filter((each) => each.startsWith('body '))).toEqual(
      OWN_READERS.filter((each) => each.startsWith('body ')),
    );
    expect(own.filter((each) => each.startsWith('query ')).sort()).toEqual([
      'query GET /admin/audit',
      'query GET /admin/dashboard',
      'query GET /admin/day-close',
      'query GET /admin/reconciliation',
      'query GET /admin/review',
      'query GET /admin/staff',
      'query GET /admin/transactions',
      'query GET /api/admin/audit',
      'query GET /api/admin/audit/export',
      'query GET /api/admin/reviews',
      'query GET /api/admin/staff',
      'query GET /api/day-close',
      'query GET /api/day-close/:day.csv',
      'query GET /api/find',
      'query GET /api/payments/admin/all',
      'query GET /api/payments/admin/analysis',
      'query GET /api/payments/admin/selection',
      'query GET /api/payments/transactions/all',
      'query GET /api/sales-manager/dashboard',
      'query GET /api/settlements/exceptions.csv',
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

describe.each([...TYPES.keys()])('%s', (name) => {
  it('takes the good examples as they are', async () => {
    expect(await judge(name, valid(name))).toHaveProperty('taken');
    for (const field of fieldsOf(name)) for (const value of field.good) await expectTaken(name, field, value);
  });

  it('refuses the bad ones by the name of the field', async () => {
    for (const { path, bad } of fieldsOf(name)) for (const value of bad) await expectRefused(name, path, value);
  });

  it('has no field beyond those that are documented', async () => {
    const empty = await judge(name, {});
    const refusedFields = 'refused' in empty ? Object.keys(empty.refused.details ?? {}) : [];
    const documented = new Set(fieldsOf(name).flatMap(({ path }) => [path, path.split('.')[0]]));
    expect(refusedFields.filter((path) => !documented.has(path))).toEqual([]);
  });

  it('needs what is not optional', async () => {
    for (const { path, isOptional } of fieldsOf(name)) {
      if (!isOptional) await expectRefused(name, path, undefined);
      if (!isOptional) await expectRefused(name, path, null);
      else expect(await judge(name, withField(valid(name), path, undefined))).toHaveProperty('taken');
    }
  });

  it('counts lengths in characters', async () => {
    for (const field of fieldsOf(name)) {
      const { path, kind, min = 0, max, isName } = field;
      if (kind !== 'text' || max === undefined) continue;
      for (const character of ['a', isName ? '𐐀' : '🐘', '\u0939']) {
        await expectTaken(name, field, character.repeat(max));
        await expectRefused(name, path, character.repeat(max + 1));
        if (min > 0) await expectTaken(name, field, character.repeat(min));
        if (min > 1) await expectRefused(name, path, character.repeat(min - 1));
      }
      // Variation selectors are characters as well, although nobody sees them.
      await expectRefused(name, path, 'a\ufe0f'.repeat(max / 2 + 1));
      await expectRefused(name, path, 'a'.repeat(1_000_000));
    }
  });

  it('takes no unwanted character into a text', async () => {
    const anywhere = fc.constantFrom('', 'Asha ', 'राव');
    const unwanted = fc.constantFrom(
      '\0', '\u0001', '\u001b', '\u007f', '\u0085', '\u200b', '\u200e', '\u202a', '\u202e', '\u2028', '\u2029', '\u2066', '\u2069',
      '\ufeff', '\ud800', '\udc00', '\udfff\ud800', '\v', '\f',
    ); // prettier-ignore
    for (const { path, isText } of fieldsOf(name)) {
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
    for (const { path, good, kind } of fieldsOf(name)) {
      await fc.assert(
        fc.asyncProperty(others, async (value) => {
          // Lists of texts are what such a field takes.
          const isTaken = kind === 'list' && Array.isArray(value) && value.every((each) => typeof each === 'string');
          if (!isTaken) await expectRefused(name, path, value);
        }),
        RUNS,
      );
      for (const value of [true, false, 0, 7, -0, Infinity])
        if (!good.includes(value) && kind !== 'rupees') await expectRefused(name, path, value);
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
    const anything = fc.oneof(
      fc.anything({ maxDepth: 3, withNullPrototype: true }),
      fc.string({ unit: 'binary' }),
      fc.double(),
    );
    const property = fc.asyncProperty(fc.constantFrom(...fieldsOf(name)), anything, async (field, value) => {
      const outcome = await judge(name, withField(valid(name), field.path, value));
      if ('taken' in outcome && value !== undefined)
        expect(fieldOf(outcome.taken, field.path)).toEqual(stored(value, field));
    });
    await fc.assert(property, { numRuns: 200 });
    for (const whole of [null, [], 'text', 5, true, [{}]]) expect(await judge(name, whole)).toHaveProperty('refused');
    const { mayBeMissing = false } = taken(name).type as { mayBeMissing?: boolean };
    expect(await judge(name, undefined)).toEqual(mayBeMissing ? { taken: {} } : { refused: expect.any(Refusal) });
  });
});
