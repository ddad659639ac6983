import { applyDecorators } from '@nestjs/common';
import { Transform, Type } from 'class-transformer';
import { buildMessage, IsObject, IsString, ValidateBy, ValidateNested } from 'class-validator';
import { MESSAGES } from '../../contracts/messages.js';
import { parseRupees } from '../../domain/money.js';
import { isVisibleName } from '../../domain/person-name.js';

/** Invisible characters that end lines, reorder text or hide in it: never part of what a person means. */
// oxlint-disable-next-line no-control-regex -- finding them is the point
const UNWANTED = /[\u0000-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060\u2066-\u2069\ufeff]/;

export function hasUnwantedCharacters(text: string): boolean {
  return UNWANTED.test(text) || !isWellFormed(text);
}

/** A lone half of a surrogate pair cannot be stored as UTF-8. */
export function isWellFormed(text: string): boolean {
  return !/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/.test(text);
}

/** Of a rule about the form of a value that a person may break: the sentence that the answer shows. */
export interface RuleContext {
  message: string;
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
  return applyDecorators(Trimmed(), ...textRules(rules, (text) => !hasUnwantedCharacters(text)));
}

/** The name of a customer or of staff: one line with at least two visible characters. */
export function IsPersonName(): PropertyDecorator {
  return applyDecorators(
    IsTrimmedText({ min: 2, max: 120, tooShort: MESSAGES.form.nameShort }),
    // A name that is too short is told so, and nothing else.
    check('visibleName', MESSAGES.form.nameInvisible, (name) => [...name].length < 2 || isVisibleName(name)),
  );
}

function textRules({ min = 0, max, ...texts }: TextRules, isPlain: (text: string) => boolean): PropertyDecorator[] {
  return [
    IsString(),
    check('plainCharacters', 'contains characters that are not allowed', isPlain),
    check('tooShort', texts.tooShort ?? `Enter at least ${min} characters`, (value) => [...value].length >= min),
    tooLong(max, texts.tooLong ?? `Enter at most ${max} characters`),
  ];
}

/** No text of so many code points has more than twice as many units: a megabyte is not taken apart to be counted. */
function tooLong(max: number, message: string): PropertyDecorator {
  return check('tooLong', message, (value) => value.length <= max * 2 && [...value].length <= max);
}

/** Any text up to a length in code points. (class-validator's MaxLength leaves variation selectors out of the count.) */
export function IsText({ max }: { max: number }): PropertyDecorator {
  return applyDecorators(IsString(), tooLong(max, `Enter at most ${max} characters`));
}

/**
 * Several lines: tabs and line ends are no control characters here.
 * @param rules as of IsTrimmedText
 */
export function IsTrimmedLines(rules: TextRules): PropertyDecorator {
  const flat = (text: string) => text.replace(/\r?\n|\t/g, ' ');
  return applyDecorators(Trimmed(), ...textRules(rules, (text) => !hasUnwantedCharacters(flat(text))));
}

/** Blanks around a text are dropped before it is judged; anything but text is left for the other rules to refuse. */
export function Trimmed(): PropertyDecorator {
  return Transform(({ value }: { value: unknown }) =>
    typeof value === 'string' ? value.normalize('NFC').trim() : value,
  );
}

/** Only spaces around a text are dropped: a line end in it is for the other rules to refuse. */
export function TrimmedSpaces(): PropertyDecorator {
  return Transform(({ value }: { value: unknown }) =>
    typeof value === 'string' ? value.normalize('NFC').replace(/^[ \u00a0]+|[ \u00a0]+$/g, '') : value,
  );
}

/** A rule on a text, with the sentence for the person who broke it. */
export function check(name: string, message: string, isFine: (text: string) => boolean): PropertyDecorator {
  return ValidateBy({
    name,
    validator: {
      // Another rule refuses what is no text; this one has nothing to say about it.
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

/** An object with rules of its own; lists are refused. */
export function IsNested(type: () => new () => object): PropertyDecorator {
  return applyDecorators(IsObject(), ValidateNested(), Type(type));
}
