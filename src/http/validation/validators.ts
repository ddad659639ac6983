import { applyDecorators } from '@nestjs/common';
import { Transform, Type } from 'class-transformer';
import {
  ArrayMaxSize,
  buildMessage,
  IsArray,
  IsInt,
  IsObject,
  IsString,
  Min,
  ValidateBy,
  ValidateNested,
} from 'class-validator';
import { MESSAGES } from '../../contracts/messages.js';
import { SERVER_MESSAGES } from '../../contracts/messages-server.js';
import { TIER_CODE } from '../../domain/catalogue/tier-code.js';
import { parseRupees } from '../../domain/money/money.js';
import { normaliseEmail } from '../../domain/people/email.js';
import { isVisibleName } from '../../domain/people/person-name.js';
import { normalisePhone } from '../../domain/people/phone.js';

/*
 * Each rule leaves its name and its limits in the metadata of class-validator. The API document, docs/input-limits.md and the hostile
 * values of the tests are made from there (test/documents/dto-fields.ts), so a limit is written once, on the field.
 */

/** Invisible characters that end lines, reorder text or hide in it: never part of what a person means. */
// oxlint-disable-next-line no-control-regex -- finding them is the point
const UNWANTED = /[\u0000-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060\u2066-\u2069\ufeff]/;

export function hasUnwantedCharacters(text: string): boolean {
  return UNWANTED.test(text) || !isWellFormed(text);
}

/** A lone surrogate cannot be stored as UTF-8. */
export function isWellFormed(text: string): boolean {
  return !/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/.test(text);
}

/** Metadata of a list of objects: the type of its items. */
export const LIST_ITEM = 'list:item';

/** What a rule says beside its limits. */
export interface RuleContext {
  /** Of a rule about the form of a value that a person may break: the sentence that the answer shows. */
  message?: string;
  /** What a text is that the rules take as it comes, since its use judges it. */
  meaning?: 'day' | 'password';
}

export interface TextRules {
  min?: number;
  max: number;
  /** Shown when the text is too short (or missing, unless `required` says otherwise). */
  tooShort?: string;
  tooLong?: string;
}

/**
 * One line of text without blanks around it, in normal form C; lengths are code points. Control and bidirectional characters
 * are a malformed request, a wrong length is a field error.
 */
export function IsTrimmedText(rules: TextRules): PropertyDecorator {
  return applyDecorators(Trimmed(), ...textRules(rules, 'line', (text) => !hasUnwantedCharacters(text)));
}

/** A person's name: one line with at least two visible characters. */
export function IsPersonName(): PropertyDecorator {
  return applyDecorators(
    IsTrimmedText({ min: 2, max: 120, tooShort: MESSAGES.form.nameShort }),
    // A name that is too short gets that error only.
    check('visibleName', MESSAGES.form.nameInvisible, (name) => [...name].length < 2 || isVisibleName(name)),
  );
}

function textRules(
  { min = 0, max, ...texts }: TextRules,
  kind: 'line' | 'lines',
  isPlain: (text: string) => boolean,
): PropertyDecorator[] {
  const tooShort = texts.tooShort ?? `Enter at least ${min} characters`;
  return [
    IsString(),
    check('plainCharacters', 'contains characters that are not allowed', isPlain, [kind]),
    check('tooShort', tooShort, (value) => [...value].length >= min, [min]),
    tooLong(max, texts.tooLong ?? `Enter at most ${max} characters`),
  ];
}

/** A text has at most twice as many code units as code points, so long ones are refused without counting. */
function tooLong(max: number, message: string): PropertyDecorator {
  return check('tooLong', message, (value) => value.length <= max * 2 && [...value].length <= max, [max]);
}

/** Any text up to a length in code points. (class-validator's MaxLength leaves variation selectors out of the count.) */
export function IsText({ max }: { max: number }): PropertyDecorator {
  return applyDecorators(IsString(), tooLong(max, `Enter at most ${max} characters`));
}

/** A day of the Indian calendar as text; the route refuses what is none with a code of its own. */
export function IsDayText(): PropertyDecorator {
  return applyDecorators(
    IsString({ context: { meaning: 'day' } satisfies RuleContext }),
    tooLong(40, 'Enter at most 40 characters'),
  );
}

/** Any text: a password is compared, and what none can be is a wrong one. */
export function IsPassword(): PropertyDecorator {
  return IsString({ context: { meaning: 'password' } satisfies RuleContext });
}

/** An email address, kept in lower case. */
export function IsEmailAddress({ orEmpty = false } = {}): PropertyDecorator {
  const isFine = (text: string) => (orEmpty && text === '') || normaliseEmail(text) !== null;
  return applyDecorators(Trimmed(), IsString(), check('email', MESSAGES.form.email, isFine, [{ orEmpty, max: 254 }]));
}

/** An Indian mobile number, or empty. */
export function IsMobileNumber(): PropertyDecorator {
  const isFine = (text: string) => text === '' || normalisePhone(text) !== null;
  return applyDecorators(TrimmedSpaces(), IsString(), check('phone', MESSAGES.form.phone, isFine));
}

/** A text of a pattern, under the name of the rule. */
export function IsMatch(name: string, pattern: RegExp, message: string): PropertyDecorator {
  return applyDecorators(
    IsString(),
    check(name, message, (text) => pattern.test(text), [pattern]),
  );
}

/** A PAN, kept in capitals, or empty; blanks alone are empty. The pattern is that of what may be sent. */
export function IsPan(): PropertyDecorator {
  return applyDecorators(
    Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? panOf(value) : value)),
    IsMatch('pan', /^(?:[A-Za-z]{5}[0-9]{4}[A-Za-z]| *)$/, SERVER_MESSAGES.form.pan),
  );
}

/** Letters of ASCII alone: the capital of some other ones would be one of these. */
function panOf(text: string): string {
  if (/^ *$/.test(text)) return '';
  return text.replace(/[a-z]/g, (letter) => letter.toUpperCase());
}

/** The code of a tier in a catalogue. */
export function IsTierCode(): PropertyDecorator {
  return IsMatch('tierCode', TIER_CODE, SERVER_MESSAGES.catalogue.tierCode);
}

/**
 * Several lines: tabs and line ends are no control characters here.
 * @param rules as of IsTrimmedText
 */
export function IsTrimmedLines(rules: TextRules): PropertyDecorator {
  const flat = (text: string) => text.replace(/\r?\n|\t/g, ' ');
  return applyDecorators(Trimmed(), ...textRules(rules, 'lines', (text) => !hasUnwantedCharacters(flat(text))));
}

/** Trims a text before validation; other types are left to the other rules. */
export function Trimmed(): PropertyDecorator {
  return Transform(({ value }: { value: unknown }) =>
    typeof value === 'string' ? value.normalize('NFC').trim() : value,
  );
}

/** Only spaces around a text are dropped: a line end in it is for the other rules to refuse. */
function TrimmedSpaces(): PropertyDecorator {
  return Transform(({ value }: { value: unknown }) =>
    typeof value === 'string' ? value.normalize('NFC').replace(/^[ \u00a0]+|[ \u00a0]+$/g, '') : value,
  );
}

/**
 * A rule on a text, with the sentence for the person who broke it.
 * @param limits what the rule holds a text against, for the metadata
 */
function check(
  name: string,
  message: string,
  isFine: (text: string) => boolean,
  limits: unknown[] = [],
): PropertyDecorator {
  return ValidateBy({
    name,
    constraints: limits,
    validator: {
      // Other types are refused by another rule.
      validate: (value: unknown) => typeof value !== 'string' || isFine(value),
      defaultMessage: () => message,
    },
  });
}

/**
 * An amount in rupees: plain decimal notation with at most two decimals, as number or text.
 * @param message for a person who typed it; it is the message of the whole answer where nothing else is malformed
 */
export function IsRupees({ message }: { message?: string } = {}): PropertyDecorator {
  return ValidateBy(
    {
      name: 'isRupees',
      validator: {
        validate: (value: unknown) => parseRupees(value) !== null,
        defaultMessage: buildMessage(
          (each) => `${each}$property must be an amount in rupees with at most two decimals`,
        ),
      },
    },
    message === undefined ? {} : { message, context: { message } satisfies RuleContext },
  );
}

/** A whole number from 0, as a number. */
export function IsCount(): PropertyDecorator {
  return applyDecorators(IsInt(), Min(0));
}

/** A list of objects with their own rules. The type of its items is kept in the metadata, as that of a field is. */
export function IsNestedList(type: () => new () => object, max: number): PropertyDecorator {
  return applyDecorators(
    IsArray(),
    ArrayMaxSize(max),
    IsObject({ each: true }),
    ValidateNested({ each: true }),
    Type(type),
    (target: object, property: string | symbol) => Reflect.defineMetadata(LIST_ITEM, type(), target, property),
  );
}

/** An object with rules of its own; lists are refused. */
export function IsNested(type: () => new () => object): PropertyDecorator {
  return applyDecorators(IsObject(), ValidateNested(), Type(type));
}
