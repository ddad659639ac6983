import { LINK_LIFETIMES } from '../../src/domain/link-expiry.js';
import { REVIEW_DECISIONS } from '../../src/domain/review-rules.js';
import { ROLES } from '../../src/domain/roles.js';
import { REFERENCE_TYPES, TOKEN_TYPES } from '../../src/domain/token-catalogue.js';
import { UPGRADE_TYPE } from '../../src/domain/upgrade-rules.js';

/** What a field of a request takes, in the words of docs/input-limits.md, and examples that prove it. */
export interface FieldRule {
  rule: string;
  /** Code points; a text of this length is taken, one more is not. */
  most?: number;
  least?: number;
  /** Judged and stored as it is, in NFC and without blanks around it; no control, bidirectional or broken characters. */
  isText?: 'line' | 'lines';
  /** A name of a person: what counts are its visible characters. */
  isName?: true;
  optional?: boolean;
  good: readonly unknown[];
  bad: readonly unknown[];
}

const text = (least: number, most: number, kind: 'line' | 'lines' = 'line'): FieldRule => ({
  rule: `${kind === 'line' ? 'one line' : 'several lines'} of text`,
  least,
  most,
  isText: kind,
  good: ['Asha Rao', 'अनीता देसाई', "O'Brien; DROP TABLE payments;--"],
  bad: [],
});
const opaque = (most: number, rule: string): FieldRule => ({ rule, most, good: ['x'], bad: [] });
const choice = (...words: string[]): FieldRule => ({
  rule: `one of ${words.map((word) => `\`${word}\``).join(', ')}`,
  good: words,
  bad: ['', 'other', ...words.map((word) => `${word} `), ...words.map((word) => word.toUpperCase() + word)],
});
const optional = (rule: FieldRule): FieldRule => ({ ...rule, optional: true });

const EMAIL: FieldRule = {
  rule: 'an ASCII e-mail address, kept in lower case',
  most: 254,
  good: ['asha.rao@example.com', 'Asha+token@Sub.Example.co.in', ' asha@example.com '],
  bad: [
    'asha', 'asha@', '@example.com', 'a@b@example.com', 'asha@example', 'asha rao@example.com', 'ásha@example.com',
    'asha@exаmple.com', 'asha@ｅxample.com', 'a\r\nBcc: x@example.com', 'a@example.com,b@example.com', 'a@example.com%0abcc:b@x.com',
    '"a b"@example.com', '=?utf-8?q?a?=@example.com\0', 'asha@[127.0.0.1]', 'asha@example.com\u202e', `${'a'.repeat(65)}@example.com`,
    '<asha@example.com>', 'asha@-example.com', 'asha..rao@example.com', `a@${'b'.repeat(250)}.com`,
  ],
}; // prettier-ignore
const PHONE: FieldRule = {
  rule: 'an Indian mobile number, or empty',
  good: ['9876543210', '+91 98765-43210', ' 09876543210 ', ''],
  bad: [
    '12345',
    '५५५५५५५५५५',
    '٩٨٧٦٥٤٣٢١٠',
    '9876543210\0',
    '9876543210\n',
    '\r\n9876543210',
    '98765\n43210',
    '+1 9876543210',
    '98765432101',
    "9876543210' OR 1=1",
  ],
};
const RUPEES: FieldRule = {
  rule: 'rupees: `0` to `999999999.99`, at most two decimals, as number or text in plain digits',
  good: [51000, 0.1, '51000', '51000.50', 999999999.99],
  bad: [
    -1, '-1', -0, '-0', 0.001, 51000.005, '51000.005', NaN, Infinity, -Infinity, 1e21, '1e309', '1e3', '0x10', ' 5 ', '5 ',
    '51,000', '٥', '५', '５', 2 ** 53 + 1, 1e9, '1000000000', '', '.5', '5.', '+5', true, [], [51000], {}, '5\0', '₹5', '1_000',
  ],
}; // prettier-ignore
const PAN: FieldRule = {
  rule: 'a PAN: five capitals, four digits, a capital',
  good: ['ABCPE1234F'],
  bad: ['abcpe1234f', 'ABCPE12345', 'ABCPE1234FF', ' ABCPE1234F', 'ABCPE१२३४F', 'ABCPE1234F\n', 'АBCPE1234F', ''],
};
const PASSWORD: FieldRule = {
  rule: 'a password: compared in NFC; what is longer than 1,024 characters, has NUL or half a character, is a wrong one. A new one has 12 characters at least and none of these',
  good: ['', 'quiet harbour lantern 7', '🐘'.repeat(1024), 'x'.repeat(5000)],
  bad: [],
};
const CODE = opaque(64, 'six digits or a recovery code');
const LOOKUP_EMAIL = opaque(2000, 'an address; what is none is nobody’s');
const DAY = opaque(40, 'a day of the Indian calendar, `YYYY-MM-DD`, 2000 to 2099; the route refuses what is none');
const TOKEN_TYPE = choice(...TOKEN_TYPES);
const LIFETIME = choice(...LINK_LIFETIMES);
const NAME: FieldRule = {
  ...text(2, 120),
  rule: 'one line of text with at least two visible characters',
  isName: true,
  bad: ['A', '\u3164\u3164', '\uffa0\u115f', '\u200d\u200d', 'A\u200d', '\u0301\u0302', '\u2800\u2800'],
};
const UNUSED = optional(opaque(2000, 'taken and not used'));

/** By class of a request. A class or a field that is not here fails the test, and so does one that is no more. */
export const INPUT_FIELDS: Readonly<Record<string, Readonly<Record<string, FieldRule>>>> = {
  PageViewDto: {
    path: {
      rule: 'a path of ASCII letters, digits and `-/:._`, 200 after the first slash',
      good: ['/dashboard', '/payment/01arz3ndektsv4rrffq69g5fav', `/${'a'.repeat(200)}`],
      bad: ['', 'dashboard', '/a?b=c', '/é', '/a\0', `/${'a'.repeat(201)}`, '/<script>'],
    },
  },
  LoginDto: { email: optional(LOOKUP_EMAIL), password: optional(PASSWORD), code: optional(CODE) },
  LoginFormDto: {
    email: optional(LOOKUP_EMAIL),
    password: optional(PASSWORD),
    code: optional(CODE),
    next: optional(opaque(8192, 'the page to go on to; what is no path of ours is ignored')),
  },
  CodeFormDto: { code: optional(CODE) },
  StepUpDto: { code: optional(CODE), password: optional(PASSWORD) },
  ForgotDto: { email: optional(LOOKUP_EMAIL) },
  SetPasswordDto: { password: PASSWORD, repeat: PASSWORD },
  ChangePasswordDto: { currentPassword: PASSWORD, newPassword: PASSWORD },
  CodeDto: { code: CODE },
  SwitchOffDto: { code: CODE, password: PASSWORD },
  RoleDto: { role: choice(...ROLES) },
  InviteDto: { role: choice(...ROLES), name: NAME, email: EMAIL },
  PermissionDto: {
    isEnabled: optional({ rule: '`true` or `false`', good: [true, false], bad: ['true', 1, 0, ''] }),
  },
  TotpRuleDto: { required: { rule: '`true` or `false`', good: [true, false], bad: ['true', 1, 0, ''] } },
  CreateLinkDto: {
    amount: RUPEES,
    currency: choice('INR'),
    'customerData.name': NAME,
    'customerData.email': EMAIL,
    'customerData.phone': optional(PHONE),
    tokenType: TOKEN_TYPE,
    referenceType: choice(...REFERENCE_TYPES),
    brokerName: optional(text(0, 120)),
    panCard: optional(PAN),
    paymentGateway: optional(choice('icici')),
    expiry: optional(LIFETIME),
    duplicateReason: optional(text(3, 200)),
  },
  ReissueLinkDto: { expiry: optional(LIFETIME) },
  CancelLinkDto: { reason: optional(text(0, 200)) },
  CorrectContactDto: { name: NAME, email: EMAIL, phone: optional(PHONE) },
  OpenLinksQuery: {
    tokenType: TOKEN_TYPE,
    email: optional({ ...EMAIL, rule: `${EMAIL.rule}, or empty` }),
    phone: optional(PHONE),
  },
  SendLinkMailDto: {
    paymentId: opaque(64, 'the id of a payment'),
    message: optional(text(0, 500, 'lines')),
    customerEmail: UNUSED,
    customerName: UNUSED,
    paymentUrl: UNUSED,
  },
  RefundDto: {
    refundAmount: RUPEES,
    refundReason: optional(text(0, 500, 'lines')),
    duplicateChargeId: optional(opaque(64, 'the id of a duplicate charge')),
  },
  ReviewDecisionDto: {
    decision: choice(...REVIEW_DECISIONS),
    note: text(3, 500, 'lines'),
    bankReference: optional({
      rule: '3 to 40 ASCII letters, digits and `./_-`, a letter or digit first',
      good: ['UTR-2026/11', 'abc', `a${'1'.repeat(39)}`],
      bad: ['', 'ab', '-abc', `a${'1'.repeat(40)}`, 'a b c', 'référence', "abc'--"],
    }),
    confirmedAmount: optional(RUPEES),
  },
  CreateUpgradeLinkDto: { upgradeType: choice(UPGRADE_TYPE) },
  ReconcileDto: { day: DAY },
  DayCloseDto: { day: DAY },
  BankHolidayDto: { day: DAY, name: text(2, 60) },
  TestStatusDto: { reference: opaque(100, 'a reference of the bank') },
};

export const LIMITS_OF_REQUESTS = [
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
