import type { ContractName } from './schemas/index.js';

/** The part of JSON Schema (2020-12) that the document uses. */
export interface Schema {
  $ref?: string;
  type?: string | readonly string[];
  const?: unknown;
  enum?: readonly unknown[];
  anyOf?: readonly Schema[];
  items?: Schema;
  properties?: Readonly<Record<string, Schema>>;
  required?: readonly string[];
  additionalProperties?: boolean | Schema;
  format?: string;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  default?: unknown;
  description?: string;
}

/** A type of src/contracts, by its name there. */
export function ref(name: ContractName): Schema {
  return { $ref: `#/components/schemas/${name}` };
}

export function listOf(items: Schema): Schema {
  return { type: 'array', items };
}

/** An object with these fields and no other; those in `optional` may be left out. */
export function object(fields: Readonly<Record<string, Schema>>, optional: readonly string[] = []): Schema {
  const required = Object.keys(fields).filter((name) => !optional.includes(name));
  return { type: 'object', properties: fields, ...(required.length > 0 && { required }), additionalProperties: false };
}

/** The body of a request: an optional field may also be null, which means the same as leaving it out. */
export function body(
  required: Readonly<Record<string, Schema>>,
  optional: Readonly<Record<string, Schema>> = {},
): Schema {
  const loose = Object.fromEntries(Object.entries(optional).map(([name, schema]) => [name, nullable(schema)]));
  return object({ ...required, ...loose }, Object.keys(optional));
}

export function text(description: string, limits: Omit<Schema, 'type' | 'description'> = {}): Schema {
  return { type: 'string', ...limits, description };
}

export function oneOf(values: readonly unknown[], description: string): Schema {
  return { enum: values, description };
}

/** Rupees as number or text, at most two decimals. */
export function rupees(description: string): Schema {
  const pattern = String.raw`^(0|[1-9]\d{0,8})(\.\d{1,2})?$`;
  return {
    anyOf: [
      { type: 'number', minimum: 0, maximum: 999_999_999.99 },
      { type: 'string', pattern },
    ],
    description,
  };
}

/** A day of the Indian calendar. */
export function day(description: string): Schema {
  return text(description, { pattern: String.raw`^\d{4}-\d{2}-\d{2}$` });
}

export const NOTHING: Schema = { type: 'null' };

function nullable(schema: Schema): Schema {
  if (schema.enum) return { ...schema, enum: [...schema.enum, null] };
  if (schema.anyOf) return { ...schema, anyOf: [...schema.anyOf, NOTHING] };
  return { ...schema, type: [...[schema.type ?? []].flat(), 'null'] };
}

/** What every success looks like. */
export function success(data: Schema, beside: Readonly<Record<string, Schema>> = {}): Schema {
  const message = text('In words for people.');
  return object({ success: { const: true }, data, message, ...beside }, ['message']);
}
