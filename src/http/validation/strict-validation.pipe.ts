import { type ArgumentMetadata, Injectable, type PipeTransform } from '@nestjs/common';
import { plainToInstance } from 'class-transformer';
import { validate, type ValidationError } from 'class-validator';
import { SERVER_MESSAGES } from '../../contracts/messages-server.js';
import { Refusal } from '../../runtime/refusal.js';
import { isForbiddenName } from './json-shape.js';
import type { RuleContext } from './validators.js';

/** Rules about the form of a value: a violation is a client error, 400; other rules answer 422. */
const SHAPE_RULES = new Set([
  'whitelistValidation', 'unknownValue', 'nestedValidation', 'isString', 'isObject', 'isNumber', 'isInt', 'min', 'isBoolean',
  'isArray', 'isIn', 'isEnum', 'isRupees', 'plainCharacters', 'isDefined',
]); // prettier-ignore
export const UNKNOWN_FIELD = 'is not a known field';
const PRIMITIVES = new Set<unknown>([String, Number, Boolean, Array, Object]);

/**
 * Validates every DTO: no conversion, unknown body fields are refused, and a missing field is a field error when its rules have a
 * text for that. Unknown query parameters are dropped, since others add some to links.
 */
@Injectable()
export class StrictValidationPipe implements PipeTransform {
  async transform(value: unknown, { metatype, type }: ArgumentMetadata): Promise<unknown> {
    if (!metatype || PRIMITIVES.has(metatype) || type === 'custom') return value;
    if (value === undefined && type === 'body' && mayBeMissing(metatype)) return this.transform({}, { metatype, type });
    if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new ValidationFailed({});
    const forbidden = type === 'body' ? Object.keys(value).find(isForbiddenName) : undefined;
    if (forbidden !== undefined) throw new ValidationFailed({ [forbidden]: UNKNOWN_FIELD });
    const dto: object = plainToInstance(
      metatype as new () => object,
      { ...value },
      { enableImplicitConversion: false },
    );
    const errors = await validate(dto, {
      whitelist: true,
      forbidNonWhitelisted: type === 'body',
      forbidUnknownValues: true,
      validationError: { target: false },
    });
    if (errors.length > 0) throw refusalFor(errors);
    return dto;
  }
}

/** A class says by `static readonly mayBeMissing = true` that its route takes requests without a body, as if it were empty. */
function mayBeMissing(type: object): boolean {
  return (type as { mayBeMissing?: boolean }).mayBeMissing === true;
}

/** The request has the wrong form. */
export class ValidationFailed extends Refusal {
  constructor(details: Record<string, string>, message: string = SERVER_MESSAGES.general.malformed) {
    super('VALIDATION_FAILED', { message, details });
  }
}

interface Broken {
  path: string;
  rule: string;
  text: string;
  missing: boolean;
  /** The message of the whole response when this is the only error. */
  message: string | undefined;
}

function refusalFor(errors: ValidationError[]): Refusal {
  const broken = flatten(errors, '');
  const malformed = broken.filter((entry) => SHAPE_RULES.has(entry.rule) && !entry.missing);
  if (malformed.length > 0) {
    const [first, ...others] = malformed;
    return new ValidationFailed(firstTexts(malformed), others.length === 0 ? first?.message : undefined);
  }
  return new Refusal('FIELD_ERRORS', { details: firstTexts(broken.filter((entry) => entry.text !== '')) });
}

function flatten(errors: ValidationError[], parent: string): Broken[] {
  return errors.flatMap((error) => {
    const path = parent === '' ? error.property : `${parent}.${error.property}`;
    const empty: unknown[] = [undefined, null, ''];
    const missing = empty.includes(error.value) && !error.constraints?.['whitelistValidation'];
    const own = Object.entries(error.constraints ?? {}).map(([rule, text]) => {
      const context = error.contexts?.[rule] as RuleContext | undefined;
      return { path, rule, text, missing, message: context?.message };
    });
    return [...own, ...flatten(error.children ?? [], path)];
  });
}

/** Prefers texts written for people over the library's. */
function firstTexts(broken: Broken[]): Record<string, string> {
  const texts: Record<string, string> = {};
  for (const { path, rule, text } of [...broken].sort(
    (a, b) => Number(SHAPE_RULES.has(a.rule)) - Number(SHAPE_RULES.has(b.rule)),
  )) {
    texts[path] ??= SHAPE_RULES.has(rule) && text.startsWith('property ') ? UNKNOWN_FIELD : text;
  }
  return texts;
}
