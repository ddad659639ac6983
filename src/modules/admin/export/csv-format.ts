import { CSV_START, withoutFormulas } from '../../../domain/files/csv.js';
import { addDays, IST_OFFSET_MS } from '../../../domain/calendar/ist-day.js';
import { EXPORT_COLUMNS } from './export-columns.js';
import type { ExportRow } from './export-row.js';

export interface ExportChunk {
  bytes: Uint8Array;
  /** Payments up to its end. */
  rows: number;
  /** Set by the consumer when the bytes are written out and may be overwritten. */
  isFree?: boolean;
}

export const CHUNK_BYTES = 256 * 1024;
const [QUOTE, COMMA, CR, LF, BLANK, COLON, DOT, MINUS, ZERO] = Buffer.from('",\r\n :.-0') as unknown as [
  number, number, number, number, number, number, number, number, number,
]; // prettier-ignore
/** Around a cell, beside twice its bytes: quotes, apostrophe, comma, or the zeros of an amount. */
const FRAME_BYTES = 8;
const IST_MINUTES = IST_OFFSET_MS / 60_000;
const DAY_MINUTES = 1440;
const INSTANT_LENGTH = 19;
const ENCODER = new TextEncoder();

const COPIED = 0;
const DOUBLED = 1;
/** The formula rule has to read the whole text. */
const UNCLEAR = 2;
/** By byte within a text: whether some spreadsheet may start a cell after it. */
const WITHIN = Uint8Array.from({ length: 256 }, (_, byte) => {
  const text = String.fromCharCode(byte);
  if (byte < 0x80 && byte !== QUOTE && withoutFormulas(`x${text}=`) !== `x${text}=`) return UNCLEAR;
  return byte === QUOTE ? DOUBLED : COPIED;
});
/** By first byte of a text: how it is handled. */
const FIRST = Uint8Array.from({ length: 256 }, (_, byte) => {
  const text = `${String.fromCharCode(byte)}=`;
  return byte >= 0x80 || withoutFormulas(text) !== text ? UNCLEAR : COPIED;
});

/** Start of the file: byte order mark and column names. */
export function csvHead(): string {
  return `${CSV_START}${EXPORT_COLUMNS.map(({ header }) => `"${header}"`).join(',')}\r\n`;
}

/** Builds CSV lines byte by byte: texts always quoted and never a formula, instants in IST, money in rupees with two decimals. */
export class CsvLines {
  private readonly chunks: ExportChunk[] = [];
  private readonly nextDays = new Map<number, Uint8Array>();
  private out: Uint8Array = new Uint8Array(0);
  private at = 0;
  private rows = 0;

  /** @param fresh a buffer of so many bytes at least */
  constructor(private readonly fresh: (bytes: number) => Uint8Array) {}

  add(row: ExportRow): void {
    this.makeRoom(row);
    for (let index = 0; index < EXPORT_COLUMNS.length; index += 1) {
      if (index > 0) this.out[this.at++] = COMMA;
      const { kind, place } = EXPORT_COLUMNS[index]!;
      if (kind === 'text') this.text(row, place);
      else if (kind === 'money') this.rupees(row.whole(place));
      else this.instant(row, place);
    }
    this.out[this.at++] = CR;
    this.out[this.at++] = LF;
    this.rows += 1;
  }

  /** Takes full chunks; at the end the rest too. */
  take(isEnd: boolean): ExportChunk[] {
    if (isEnd) this.turn();
    return this.chunks.splice(0);
  }

  private makeRoom(row: ExportRow): void {
    let most = EXPORT_COLUMNS.length * FRAME_BYTES;
    for (const { place } of EXPORT_COLUMNS) most += 2 * Math.max(0, row.to[place]! - row.from[place]!);
    if (this.out.length - this.at >= most) return;
    this.turn();
    this.out = this.fresh(Math.max(most, CHUNK_BYTES));
  }

  private turn(): void {
    if (this.at > 0) this.chunks.push({ bytes: this.out.subarray(0, this.at), rows: this.rows });
    this.out = new Uint8Array(0);
    this.at = 0;
  }

  private text(row: ExportRow, place: number): void {
    const { out } = this;
    const { bytes } = row;
    const end = row.to[place]!;
    let from = row.from[place]!;
    let at = this.at;
    out[at++] = QUOTE;
    let isUnclear = end > from && FIRST[bytes[from]!] === UNCLEAR;
    for (; from < end && !isUnclear; from += 1) {
      const byte = bytes[from]!;
      const kind = WITHIN[byte]!;
      if (kind === UNCLEAR) isUnclear = true;
      else if (kind === DOUBLED) out[at++] = QUOTE;
      out[at++] = byte;
    }
    // Rare: starts over, as a string.
    if (isUnclear) at = this.at + 1 + this.safeText(row.text(place)!, this.at + 1);
    out[at++] = QUOTE;
    this.at = at;
  }

  /** @returns bytes written: at most twice those of the text, and an apostrophe */
  private safeText(text: string, at: number): number {
    const safe = withoutFormulas(text).replaceAll('"', '""');
    return ENCODER.encodeInto(safe, this.out.subarray(at)).written;
  }

  private rupees(paise: number): void {
    const size = Math.abs(paise);
    const whole = Math.trunc(size / 100);
    const { out } = this;
    if (paise < 0) out[this.at++] = MINUS;
    let digits = 1;
    for (let limit = 10; limit <= whole; limit *= 10) digits += 1;
    let rest = whole;
    for (let to = this.at + digits - 1; to >= this.at; to -= 1) {
      const less = Math.trunc(rest / 10);
      out[to] = ZERO + rest - less * 10;
      rest = less;
    }
    this.at += digits;
    out[this.at++] = DOT;
    this.twoDigits(size - whole * 100);
  }

  /** `2026-11-20 12:35:00.123` of UTC as `"2026-11-20 18:05:00"`. */
  private instant({ bytes, from, to }: ExportRow, place: number): void {
    const { out } = this;
    const start = from[place]!;
    out[this.at++] = QUOTE;
    if (to[place]! >= 0) {
      if (to[place]! - start < INSTANT_LENGTH) throw new RangeError('an instant of the database has another form');
      const minutes = twoDigitsAt(bytes, start + 11) * 60 + twoDigitsAt(bytes, start + 14) + IST_MINUTES;
      const isNextDay = minutes >= DAY_MINUTES;
      const ofDay = isNextDay ? minutes - DAY_MINUTES : minutes;
      const hour = Math.trunc(ofDay / 60);
      if (isNextDay) out.set(this.nextDay(bytes, start), this.at);
      else for (let at = 0; at < 10; at += 1) out[this.at + at] = bytes[start + at]!;
      this.at += 10;
      out[this.at++] = BLANK;
      this.twoDigits(hour);
      out[this.at++] = COLON;
      this.twoDigits(ofDay - hour * 60);
      out[this.at++] = COLON;
      out[this.at++] = bytes[start + 17]!;
      out[this.at++] = bytes[start + 18]!;
    }
    out[this.at++] = QUOTE;
  }

  private nextDay(bytes: Buffer, start: number): Uint8Array {
    const year = twoDigitsAt(bytes, start) * 100 + twoDigitsAt(bytes, start + 2);
    const key = (year * 100 + twoDigitsAt(bytes, start + 5)) * 100 + twoDigitsAt(bytes, start + 8);
    let day = this.nextDays.get(key);
    if (!day) {
      day = Buffer.from(addDays(bytes.toString('latin1', start, start + 10), 1));
      this.nextDays.set(key, day);
    }
    return day;
  }

  private twoDigits(value: number): void {
    const tens = Math.trunc(value / 10);
    this.out[this.at++] = ZERO + tens;
    this.out[this.at++] = ZERO + value - tens * 10;
  }
}

function twoDigitsAt(bytes: Buffer, at: number): number {
  return (bytes[at]! - ZERO) * 10 + bytes[at + 1]! - ZERO;
}
