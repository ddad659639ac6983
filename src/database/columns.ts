import type { ColumnOptions, ValueTransformer } from 'typeorm';
import { wholeNumber } from './whole-number.js';

/** BIGINT column of paise as a number, safe below 2^53; mysql2 returns large values as text. */
const paise: ValueTransformer = {
  to: (value: number | null | undefined) => {
    if (value === null || value === undefined) return value;
    if (!Number.isSafeInteger(value)) throw new RangeError(`not a whole number of paise: ${value}`);
    return value;
  },
  from: (value: string | number | bigint | null) => (value === null ? null : wholeNumber(value)),
};

/** SQLite returns 0 and 1 from raw queries; entities always see booleans. */
const truth: ValueTransformer = {
  to: (value: boolean | null | undefined) => (value === null || value === undefined ? value : value ? 1 : 0),
  from: (value: unknown) => (value === null || value === undefined ? value : Number(value) === 1),
};

/** A driver of SQLite returns an ArrayBuffer. */
const asBuffer: ValueTransformer = {
  to: (value: Buffer) => value,
  from: (value: Buffer | ArrayBuffer) => (Buffer.isBuffer(value) ? value : Buffer.from(value)),
};

/** Paise, never rupees. */
export const money = (options: ColumnOptions = {}): ColumnOptions => ({
  type: 'bigint',
  transformer: paise,
  ...options,
});

/** An instant in UTC with milliseconds. Written by the application's clock, never by the database's. */
export const instant = (options: ColumnOptions = {}): ColumnOptions => ({ type: 'datetime', precision: 3, ...options });

/** An identifier or key. The migrations give it a binary collation on MySQL; SQLite compares bytes by itself. */
export const binaryKey = (length: number, options: ColumnOptions = {}): ColumnOptions => ({
  type: 'varchar',
  length,
  ...options,
});

/** Text entered by people. Lengths are code points; SQLite does not enforce them, so the DTOs do. */
export const text = (length: number, options: ColumnOptions = {}): ColumnOptions => ({
  type: 'varchar',
  length,
  ...options,
});

export const flag = (options: ColumnOptions = {}): ColumnOptions => ({
  type: 'smallint',
  transformer: truth,
  default: 0,
  ...options,
});

/** The bytes of a small file, up to 16 MB: MySQL's `blob` ends at 64 kB. */
export const fileBytes = (options: ColumnOptions = {}): ColumnOptions => ({
  type: 'mediumblob',
  transformer: asBuffer,
  ...options,
});

export const integer = (options: ColumnOptions = {}): ColumnOptions => ({ type: 'integer', ...options });
