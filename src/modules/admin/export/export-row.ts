import { FIELD_COUNT } from './export-columns.js';

const NULL = 0xfb;
const TWO_BYTES = 0xfc;
const MINUS = 0x2d;
const ZERO = 0x30;
/** No character of UTF-16 takes more in UTF-8. */
const MAX_BYTES = 3;

/** A row as UTF-8 bytes; strings are made on demand, since nearly every cell is copied as it came. Reused for every row. */
export class ExportRow {
  bytes: Buffer = Buffer.alloc(0);
  /** Start of each cell. */
  readonly from = new Int32Array(FIELD_COUNT);
  /** End of each cell; -1 for NULL. */
  readonly to = new Int32Array(FIELD_COUNT);
  private own = Buffer.alloc(0);

  /** Reads a row of MySQL's text protocol: each cell follows its length. The bytes are not copied. */
  readPacket(bytes: Buffer, start: number, end: number): void {
    this.bytes = bytes;
    let offset = start;
    for (let at = 0; offset < end; at += 1) {
      let length = bytes[offset]!;
      offset += 1;
      if (length === NULL) {
        this.to[at] = -1;
        continue;
      }
      if (length >= TWO_BYTES) {
        const size = length === TWO_BYTES ? 2 : length === 0xfd ? 3 : 6;
        length = bytes.readUIntLE(offset, size);
        offset += size === 6 ? 8 : size;
      }
      this.from[at] = offset;
      offset += length;
      this.to[at] = offset;
    }
  }

  readValues(values: readonly (string | number | null)[]): void {
    const texts = values.map((value) => (value === null ? null : String(value)));
    const room = texts.reduce((sum, text) => sum + (text?.length ?? 0) * MAX_BYTES, 0);
    if (this.own.length < room) this.own = Buffer.alloc(room * 2);
    this.bytes = this.own;
    let offset = 0;
    for (const [at, text] of texts.entries()) {
      this.from[at] = offset;
      if (text !== null) offset += this.own.write(text, offset);
      this.to[at] = text === null ? -1 : offset;
    }
  }

  text(at: number): string | null {
    return this.to[at]! < 0 ? null : this.bytes.toString('utf8', this.from[at], this.to[at]);
  }

  /** @returns 0 for NULL */
  whole(at: number): number {
    const end = this.to[at]!;
    let offset = this.from[at]!;
    const isNegative = end > offset && this.bytes[offset] === MINUS;
    if (isNegative) offset += 1;
    let value = 0;
    for (; offset < end; offset += 1) value = value * 10 + (this.bytes[offset]! - ZERO);
    return isNegative ? -value : value;
  }
}
