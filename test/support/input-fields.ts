import { type Field, fieldsOf, leavesOf } from '../documents/dto-fields.js';
import type { RequestClass } from './request-classes.js';

/** What a field takes by the metadata of its validators, and examples that prove it. */
export interface FieldCase extends Field {
  path: string;
  good: readonly unknown[];
  bad: readonly unknown[];
}

/** Every value that a class of a request takes, with its limits and hostile examples. */
export function casesOf(type: RequestClass): FieldCase[] {
  return leavesOf(fieldsOf(type)).map(([path, field]) => ({ ...field, path, ...examplesOf(field) }));
}

type Examples = Pick<FieldCase, 'good' | 'bad'>;

function examplesOf(field: Field): Examples {
  const { kind, rule = '', orEmpty, isName, isText, meaning, values = [] } = field;
  if (kind === 'choice' && values.every((value) => typeof value === 'number')) return sizes(values);
  if (kind === 'choice') return choice(values.map(String));
  if (kind === 'pattern') return PATTERNS[rule] ?? unknownRule(field);
  if (kind === 'email' && orEmpty) return { ...EMAIL, good: [...EMAIL.good, ''] };
  if (kind !== 'text') return BY_KIND[kind] ?? unknownRule(field);
  if (meaning === 'password') return { good: PASSWORDS, bad: [] };
  if (isText) return { good: TEXTS, bad: isName ? INVISIBLE_NAMES : [] };
  return { good: ['x'], bad: [] };
}

/** A new kind of rule has to be attacked before it is trusted. */
function unknownRule({ owner, name, kind, rule }: Field): never {
  throw new Error(
    `${owner}.${name}: no hostile values are known for ${rule ?? kind}; add them to test/support/input-fields.ts`,
  );
}

function sizes(numbers: readonly number[]): Examples {
  return { good: numbers, bad: ['', 0, -1, 7.5, NaN, Infinity, true, [], {}, ...numbers.map(String)] };
}

function choice(words: string[]): Examples {
  return {
    good: words,
    bad: ['', 'other', ...words.map((word) => `${word} `), ...words.map((word) => word.toUpperCase() + word)],
  };
}

const TEXTS = ['Asha Rao', 'अनीता देसाई', "O'Brien; DROP TABLE payments;--"];
const INVISIBLE_NAMES = [
  'A',
  '\u3164\u3164',
  '\uffa0\u115f',
  '\u200d\u200d',
  'A\u200d',
  '\u0301\u0302',
  '\u2800\u2800',
];
const PASSWORDS = ['', 'quiet harbour lantern 7', '🐘'.repeat(1024), 'x'.repeat(5000)];

const EMAIL: Examples = {
  good: ['asha.rao@example.com', 'Asha+token@Sub.Example.co.in', ' asha@example.com '],
  bad: [
    'asha', 'asha@', '@example.com', 'a@b@example.com', 'asha@example', 'asha rao@example.com', 'ásha@example.com',
    'asha@exаmple.com', 'asha@ｅxample.com', 'a\r\nBcc: x@example.com', 'a@example.com,b@example.com', 'a@example.com%0abcc:b@x.com',
    '"a b"@example.com', '=?utf-8?q?a?=@example.com\0', 'asha@[127.0.0.1]', 'asha@example.com\u202e', `${'a'.repeat(65)}@example.com`,
    '<asha@example.com>', 'asha@-example.com', 'asha..rao@example.com', `a@${'b'.repeat(250)}.com`,
  ],
}; // prettier-ignore

const BY_KIND: Readonly<Partial<Record<Field['kind'], Examples>>> = {
  list: { good: [[], ['1']], bad: ['1', 1, {}, [1], [null], [{}]] },
  email: EMAIL,
  phone: {
    good: ['9876543210', '+91 98765-43210', ' 09876543210 ', ''],
    bad: [
      '12345', '५५५५५५५५५५', '٩٨٧٦٥٤٣٢١٠', '9876543210\0', '9876543210\n', '\r\n9876543210', '98765\n43210', '+1 9876543210', '98765432101',
      "9876543210' OR 1=1",
    ],
  },
  rupees: {
    good: [51000, 0.1, '51000', '51000.50', 999999999.99],
    bad: [
      -1, '-1', -0, '-0', 0.001, 51000.005, '51000.005', NaN, Infinity, -Infinity, 1e21, '1e309', '1e3', '0x10', ' 5 ', '5 ',
      '51,000', '٥', '५', '５', 2 ** 53 + 1, 1e9, '1000000000', '', '.5', '5.', '+5', true, [], [51000], {}, '5\0', '₹5', '1_000',
    ],
  },
  count: { good: [0, 7, 250], bad: ['', '1', -1, 0.5, NaN, Infinity, -Infinity, true, [], [1], {}] },
  flag: { good: [true, false], bad: ['true', 1, 0, ''] },
}; // prettier-ignore

/** By the name of the rule. */
const PATTERNS: Readonly<Record<string, Examples>> = {
  pan: {
    good: ['ABCPE1234F', 'abcPE1234f', '', '  '],
    bad: ['ABCPE12345', 'ABCPE1234FF', ' ABCPE1234F', 'ABCPE१२३४F', 'ABCPE1234F\n', 'АBCPE1234F'],
  },
  path: {
    good: ['/dashboard', '/payment/01arz3ndektsv4rrffq69g5fav', `/${'a'.repeat(200)}`],
    bad: ['', 'dashboard', '/a?b=c', '/é', '/a\0', `/${'a'.repeat(201)}`, '/<script>'],
  },
  tierCode: {
    good: ['gold', 'villa', 'shop-2', 'a', `a${'1'.repeat(9)}`],
    bad: ['', 'Villa', '2bhk', '-a', 'a b', 'a_b', `a${'1'.repeat(10)}`, 'villa\n', 'vílla', ' villa', "a'--"],
  },
  reference: {
    good: ['UTR-2026/11', 'abc', `a${'1'.repeat(39)}`],
    bad: ['', 'ab', '-abc', `a${'1'.repeat(40)}`, 'a b c', 'référence', "abc'--"],
  },
};
