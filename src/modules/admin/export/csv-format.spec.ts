import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { formulaCells } from '../../../../test/support/spreadsheet-readers.js';
import { withoutFormulas } from '../../../domain/files/csv.js';
import { csvHead, csvRow } from './csv-format.js';
import { EXPORT_COLUMNS, type ExportField, type ExportRow, type ExportValue, placeOf } from './export-columns.js';

type Values = Partial<Record<ExportField, ExportValue>>;

const TEXTS = [
  null, '', 'plain', '=1+1', '+91', '-2', '@SUM', '|cmd', '%0A', ' =1', '\u00a0=1', '\u200b=1', '\ufeff=1', '\u22121', '＝1', '＠x',
  '\0=1', '\0plain', '\tplain', '\rplain', ' plain', 'a"b""c', '"', '"=1', 'two\nlines', 'Łódź 😀', 'आशा शर्मा', 'a=b', 'a;=1', 'a,b', 'x"";""=1', '|'.repeat(90_000), ',-'.repeat(90_000),
  'x'.repeat(250), 'x'.repeat(251), 'é'.repeat(40_000), `"${'"'.repeat(200_000)}`,
]; // prettier-ignore
const PAISE = [
  '0',
  '1',
  '9',
  '10',
  '99',
  '100',
  '999',
  '1000',
  '5100000',
  '5100001',
  '-1',
  '-100',
  '-12345',
  '9007199254740991',
];

describe('a line of the export', () => {
  it.each(TEXTS)('has the text %j quoted and no formula', (text) => {
    const safe = withoutFormulas(text ?? '');
    expect(cellOf({ brokerName: text }, 'Broker')).toBe(`"${safe.replaceAll('"', '""')}"`);
  });

  it('has an instant to the second, and leaves one empty that has not come', () => {
    expect(cellOf({ createdAt: '2026-11-20 18:05:59.999' }, 'Created (IST)')).toBe('"2026-11-20 18:05:59"');
    expect(cellOf({ paidAt: null }, 'Paid (IST)')).toBe('""');
  });

  it.each(PAISE)('has %s paise in rupees', (paise) => {
    const value = BigInt(paise);
    const size = value < 0n ? -value : value;
    const rupees = `${value < 0n ? '-' : ''}${size / 100n}.${String(size % 100n).padStart(2, '0')}`;
    for (const amount of [paise, Number(paise)]) expect(cellOf({ amount }, 'Amount (INR)')).toBe(rupees);
  });

  it('holds no formula, whatever the spreadsheet splits at', () => {
    const text = fc.string({ unit: fc.constantFrom(...'=+-@|%;,\t\r\n" \'a1\0\u200b\uff1d'), maxLength: 12 });
    const values = fc.record({ customerName: text, brokerName: text, sellerName: text, invoiceNo: text });
    fc.assert(
      fc.property(fc.array(values, { minLength: 1, maxLength: 3 }), (rows) => {
        const file = rows.map((row) => csvRow(rowOf(row))).join('');
        expect(formulaCells(csvHead() + file)).toEqual([]);
      }),
      { numRuns: 1000 },
    );
  });
});

function cellOf(values: Values, header: string): string {
  const index = EXPORT_COLUMNS.findIndex((column) => column.header === header);
  const sizeOf = (columns: typeof EXPORT_COLUMNS) =>
    columns.reduce((size, { kind }) => size + (kind === 'money' ? '0.00,' : '"",').length, 0);
  const after = sizeOf(EXPORT_COLUMNS.slice(index + 1));
  return csvRow(rowOf(values)).slice(sizeOf(EXPORT_COLUMNS.slice(0, index)), -'\r\n'.length - after);
}

function rowOf(values: Values): ExportRow {
  const places = EXPORT_COLUMNS.map(({ place }) => place);
  const row = Array.from({ length: Math.max(...places) + 1 }, (): ExportValue => null);
  for (const [field, value] of Object.entries(values)) row[placeOf(field as ExportField)] = value;
  return row;
}
