import type { ContractName } from './generated.js';

/** The part of JSON Schema (2020-12) that the document uses. */
export interface Schema {
  $ref?: string;
  type?: string | readonly string[];
  const?: unknown;
  enum?: readonly unknown[];
  anyOf?: readonly Schema[];
  items?: Schema;
  maxItems?: number;
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

/** An object with these fields and no other; those in `optional` may be left out. */
export function object(fields: Readonly<Record<string, Schema>>, optional: readonly string[] = []): Schema {
  const required = Object.keys(fields).filter((name) => !optional.includes(name));
  return { type: 'object', properties: fields, ...(required.length > 0 && { required }), additionalProperties: false };
}

/** An object of any fields. */
export function open(description?: string): Schema {
  return { type: 'object', additionalProperties: true, ...(description !== undefined && { description }) };
}

export function text(description: string, limits: Omit<Schema, 'type' | 'description'> = {}): Schema {
  return { type: 'string', ...limits, description };
}

export function oneOf(values: readonly unknown[], description: string): Schema {
  return { enum: values, description };
}

/** What every success looks like. */
export function success(data: Schema, beside: Readonly<Record<string, Schema>> = {}): Schema {
  const message = text('In words for people.');
  return object({ success: { const: true }, data, message, ...beside }, ['message']);
}
