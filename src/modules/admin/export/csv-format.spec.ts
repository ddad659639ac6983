import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { formulaCells } from '../../../../test/support/spreadsheet-readers.js';
import { withoutFormulas } from '../../../domain/files/csv.js';
import { istDateTime } from '../../../domain/calendar/ist-day.js';
import { CHUNK_BYTES, csvHead, CsvLines } from './csv-format.js';
import { EXPORT_COLUMNS, type ExportField, FIELD_COUNT, placeOf } from './export-columns.js';
import { ExportRow } from './export-row.js';

type Values = Partial<Record<ExportField, string | null>>;

const TEXTS = [
  null, '', 'plain', '=1+1', '+91', '-2', '@SUM', '|cmd', '%0A', ' =1', '\u00a0=1', '\u200b=1', '\ufeff=1', '\u22121', '＝1', '＠x',
  '\0=1', '\0plain', '\tplain', '\rplain', ' plain', 'a"b""c', '"', '"=1', 'two\nlines', 'Łódź 😀', 'आशा शर्मा', 'a=b', 'a;=1', 'a,b', 'x"";""=1', '|'.repeat(90_000), ',-'.repeat(90_000),
  'x'.repeat(250), 'x'.repeat(251), 'é'.repeat(40_000), `"${'"'.repeat(200_000)}`,
]; // prettier-ignore
const INSTANTS = [
  '2026-11-20 12:35:59.999', '2026-11-20 18:29:59.999', '2026-11-20 18:30:00.000', '2026-12-31 23:59:59.000', '2024-02-28 18:30:00.123',
  '2025-02-28 18:30:00.123', '2026-02-28 00:00:00.000', '2000-02-29 20:00:00', '2099-12-31 18:29:00.500',
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
    expect(cellsOf({ brokerName: text }, 'Broker')).toEqual(both(`"${safe.replaceAll('"', '""')}"`));
  });

  it.each(INSTANTS)('has %s in the time of India', (utc) => {
    const ist = istDateTime(new Date(`${utc.replace(' ', 'T')}Z`));
    expect(cellsOf({ createdAt: utc }, 'Created (IST)')).toEqual(both(`"${ist}"`));
  });

  it('leaves an instant empty that has not come, and refuses one that it cannot read', () => {
    expect(cellsOf({ paidAt: null }, 'Paid (IST)')).toEqual(both('""'));
    expect(() => lineOf(sqliteRow({ createdAt: '2026-11-20' }))).toThrow(RangeError);
  });

  it.each(PAISE)('has %s paise in rupees', (paise) => {
    const value = BigInt(paise);
    const size = value < 0n ? -value : value;
    const rupees = `${value < 0n ? '-' : ''}${size / 100n}.${String(size % 100n).padStart(2, '0')}`;
    expect(cellsOf({ amount: paise }, 'Amount (INR)')).toEqual(both(rupees));
  });

  it('holds no formula, whatever the spreadsheet splits at', () => {
    const text = fc.string({ unit: fc.constantFrom(...'=+-@|%;,\t\r\n" \'a1\0\u200b\uff1d'), maxLength: 12 });
    const values = fc.record({ customerName: text, brokerName: text, sellerName: text, invoiceNo: text });
    fc.assert(
      fc.property(fc.array(values, { minLength: 1, maxLength: 3 }), (rows) => {
        const file = rows.flatMap((row) => [lineOf(sqliteRow(row)), lineOf(mysqlRow(row))]).join('');
        expect(formulaCells(csvHead() + file)).toEqual([]);
      }),
      { numRuns: 1000 },
    );
  });

  it('is whole in one of the buffers, which are used again', () => {
    const made: Uint8Array[] = [];
    const lines = new CsvLines((bytes) => {
      const buffer = new Uint8Array(bytes).fill(0xff);
      made.push(buffer);
      return buffer;
    });
    for (let at = 0; at < 8000; at += 1) lines.add(sqliteRow({ brokerName: `broker ${at}` }));
    const chunks = lines.take(true);
    expect(chunks.length).toBe(made.length);
    expect(chunks.length).toBeGreaterThan(1);
    expect(chunks.at(-1)?.rows).toBe(8000);
    let read = 0;
    for (const { bytes, rows } of chunks) {
      expect(bytes.length).toBeLessThanOrEqual(CHUNK_BYTES);
      const text = Buffer.from(bytes).toString();
      expect(text.endsWith('\r\n')).toBe(true);
      read += text.split('\r\n').length - 1;
      expect(read).toBe(rows);
    }
    expect(lines.take(true)).toEqual([]);
  });
});

function both<Value>(value: Value): Value[] {
  return [value, value];
}

/** The cell of a column, as the embedded database gives its row and as MySQL does. */
function cellsOf(values: Values, header: string): string[] {
  const index = EXPORT_COLUMNS.findIndex((column) => column.header === header);
  const before = EXPORT_COLUMNS.slice(0, index).reduce((size, { kind }) => size + (kind === 'money' ? 5 : 3), 0);
  const after = EXPORT_COLUMNS.slice(index + 1).reduce((size, { kind }) => size + (kind === 'money' ? 5 : 3), 0);
  return [sqliteRow(values), mysqlRow(values)].map((row) => lineOf(row).slice(before, -2 - after || undefined));
}

function lineOf(row: ExportRow): string {
  const lines = new CsvLines((bytes) => new Uint8Array(bytes));
  lines.add(row);
  return Buffer.concat(lines.take(true).map(({ bytes }) => bytes)).toString();
}

function placed(values: Values): (string | null)[] {
  const cells = Array.from({ length: FIELD_COUNT }, (): string | null => null);
  for (const [field, value] of Object.entries(values)) cells[placeOf(field as ExportField)] = value;
  return cells;
}

function sqliteRow(values: Values): ExportRow {
  const row = new ExportRow();
  row.readValues(placed(values));
  return row;
}

function mysqlRow(values: Values): ExportRow {
  const parts = placed(values).map((value) => {
    if (value === null) return Buffer.from([0xfb]);
    const bytes = Buffer.from(value);
    const length =
      bytes.length < 251 ? [bytes.length] : [0xfd, bytes.length & 255, (bytes.length >> 8) & 255, bytes.length >> 16];
    const short = bytes.length >= 251 && bytes.length < 65_536 ? [0xfc, length[1]!, length[2]!] : length;
    return Buffer.concat([Buffer.from(short), bytes]);
  });
  const packet = Buffer.concat([Buffer.from([0, 0, 0, 1]), ...parts, Buffer.from('next')]);
  const row = new ExportRow();
  row.readPacket(packet, 4, packet.length - 4);
  return row;
}
