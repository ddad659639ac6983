import { getMetadataStorage } from 'class-validator';
import { LIST_ITEM, type RuleContext } from '../../src/http/validation/validators.js';
import type { Schema } from '../../src/openapi/schema.js';
import type { RequestClass } from '../support/request-classes.js';

/** What the validators of a DTO say about one of its fields. Lengths are code points. */
export interface Field {
  name: string;
  /** The class that declares or inherits it: its comments are kept under that name. */
  owner: string;
  isOptional: boolean;
  /** `text` is any text within the limits; a pattern goes by the name of its rule. */
  kind: 'text' | 'pattern' | 'email' | 'phone' | 'rupees' | 'count' | 'choice' | 'flag' | 'list' | 'object';
  min?: number;
  max?: number;
  /** Entries of a list. */
  most?: number;
  /** Judged and stored in NFC, without blanks around it and without control characters. */
  isText?: 'line' | 'lines';
  /** A person's name: visible characters count. */
  isName?: boolean;
  meaning?: RuleContext['meaning'];
  orEmpty?: boolean;
  values?: readonly unknown[];
  pattern?: RegExp;
  rule?: string;
  children?: Field[];
}

type Rule = ReturnType<ReturnType<typeof getMetadataStorage>['getTargetValidationMetadatas']>[number];

/** Reads the metadata that class-validator judges by. @throws for a field whose rules say nothing of its type */
export function fieldsOf(dto: RequestClass): Field[] {
  const rules = getMetadataStorage().getTargetValidationMetadatas(dto, '', false, false);
  const names = [...new Set(rules.map(({ propertyName }) => propertyName))];
  return names.map((name) =>
    fieldOf(
      dto,
      name,
      rules.filter(({ propertyName }) => propertyName === name),
    ),
  );
}

/** Every field that holds a value, by its dotted path; of a list of objects, those of its first one. */
export function leavesOf(fields: readonly Field[], parent = ''): [path: string, field: Field][] {
  return fields.flatMap((field) => {
    const path = `${parent}${field.name}${field.kind === 'list' && field.children ? '.0' : ''}`;
    return field.children ? leavesOf(field.children, `${path}.`) : [[path, field] as [string, Field]];
  });
}

function fieldOf(dto: RequestClass, name: string, rules: Rule[]): Field {
  const find = (rule: string) => rules.find((each) => each.name === rule || each.type === rule);
  const limit = (rule: string): unknown => find(rule)?.constraints?.[0];
  const head = { name, owner: dto.name, isOptional: find('conditionalValidation') !== undefined };
  if (find('nestedValidation')) {
    const item = Reflect.getMetadata(LIST_ITEM, dto.prototype as object, name) as RequestClass | undefined;
    if (item) return { ...head, kind: 'list', ...mostOf(limit), children: fieldsOf(item) };
    const type = Reflect.getMetadata('design:type', dto.prototype as object, name) as RequestClass;
    return { ...head, kind: 'object', children: fieldsOf(type) };
  }
  if (find('isArray')) return { ...head, kind: 'list', ...mostOf(limit) };
  if (find('isRupees')) return { ...head, kind: 'rupees' };
  if (find('isInt') && limit('min') === 0) return { ...head, kind: 'count' };
  if (find('isBoolean')) return { ...head, kind: 'flag' };
  if (find('isIn')) return { ...head, kind: 'choice', values: limit('isIn') as unknown[] };
  if (!find('isString')) throw new Error(`the rules of ${dto.name}.${name} do not say what type it is`);
  const matched = rules.find(({ constraints }) => constraints?.[0] instanceof RegExp);
  if (matched) return { ...head, kind: 'pattern', rule: matched.name!, pattern: matched.constraints[0] as RegExp };
  if (find('email')) return { ...head, kind: 'email', ...(limit('email') as object) };
  if (find('phone')) return { ...head, kind: 'phone' };
  return { ...head, kind: 'text', ...textRulesOf(rules, limit) };
}

function mostOf(limit: (rule: string) => unknown): Partial<Field> {
  const most = limit('arrayMaxSize');
  return typeof most === 'number' ? { most } : {};
}

function textRulesOf(rules: Rule[], limit: (rule: string) => unknown): Partial<Field> {
  const meaning = rules.map(({ context }) => (context as RuleContext | undefined)?.meaning).find(Boolean);
  const kind = limit('plainCharacters') as Field['isText'];
  return {
    ...(limit('tooShort') ? { min: limit('tooShort') as number } : {}),
    ...(limit('tooLong') === undefined ? {} : { max: limit('tooLong') as number }),
    ...(kind && { isText: kind }),
    ...(rules.some(({ name }) => name === 'visibleName') && { isName: true }),
    ...(meaning && { meaning }),
  };
}

/** Comments by class and field. */
export type Comments = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** The schema of an object with these fields: one that may be left out may also be null, which means the same. */
export function schemaOf(fields: readonly Field[], comments: Comments): Schema {
  const properties = fields.map((field) => [field.name, propertyOf(field, comments)]);
  const required = fields.filter(({ isOptional }) => !isOptional).map(({ name }) => name);
  return {
    type: 'object',
    properties: Object.fromEntries(properties) as Record<string, Schema>,
    ...(required.length > 0 && { required }),
    additionalProperties: false,
  };
}

/** Of one field, with its comment as description. */
export function propertyOf(field: Field, comments: Comments): Schema {
  const description = comments[field.owner]?.[field.name];
  return { ...valueOf(field, comments), ...(description !== undefined && { description }) };
}

const RUPEES: readonly Schema[] = [
  { type: 'number', minimum: 0, maximum: 999_999_999.99 },
  { type: 'string', pattern: String.raw`^(0|[1-9]\d{0,8})(\.\d{1,2})?$` },
];

function valueOf({ kind, isOptional, values = [], children = [], ...field }: Field, comments: Comments): Schema {
  const nothing: readonly Schema[] = isOptional ? [{ type: 'null' }] : [];
  if (kind === 'object') return schemaOf(children, comments);
  if (kind === 'list') {
    const items: Schema = children.length > 0 ? schemaOf(children, comments) : { type: 'string' };
    const { most } = field;
    return { type: isOptional ? ['array', 'null'] : 'array', items, ...(most !== undefined && { maxItems: most }) };
  }
  if (kind === 'rupees') return { anyOf: [...RUPEES, ...nothing] };
  if (kind === 'count') return { type: isOptional ? ['integer', 'null'] : 'integer', minimum: 0 };
  if (kind === 'choice') return { enum: [...values, ...(isOptional ? [null] : [])] };
  const type = kind === 'flag' ? 'boolean' : 'string';
  return { type: isOptional ? [type, 'null'] : type, ...(kind === 'flag' ? {} : limitsOf(field)) };
}

function limitsOf({ min, max, pattern, meaning }: Omit<Field, 'kind' | 'isOptional'>): Schema {
  if (meaning === 'day') return { pattern: String.raw`^\d{4}-\d{2}-\d{2}$` };
  return {
    ...(min !== undefined && { minLength: min }),
    ...(max !== undefined && { maxLength: max }),
    ...(pattern && { pattern: pattern.source.replaceAll(String.raw`\/`, '/') }),
  };
}
