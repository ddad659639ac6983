import type { Clock } from '../../../runtime/clock.js';
import { sqlInstant } from '../../../database/instants.js';
import type { UnitOfWork } from '../../../database/unit-of-work.js';
import { MINUTE_MS } from '../../../domain/calendar/durations.js';

interface CustomerRow {
  id: number;
  nameKey: string;
  emailKey: string;
  phone: string | null;
}

const LINE_END = 10;
/** Rows of a larger batch outlive the young generation, and their garbage stays in the old one. */
const BATCH = 2_000;
/** About 1.5 million customers. Above it the database searches, slower but in bounded memory. */
const MAX_BYTES = 96 * 1024 * 1024;
/**
 * Rows commit in another order than they are numbered or dated, and clocks differ a little: changes of this interval before the
 * last read are read again.
 */
const OVERLAP_MS = MINUTE_MS;

/**
 * Names, email addresses and phone numbers of all customers as one lower-case text in memory, a line each: a substring is found
 * in milliseconds, where the database reads every row. Refreshed from the database before each search, so it is correct beside
 * other instances.
 */
export class CustomerSearchIndex {
  private text = Buffer.alloc(64 * 1024);
  private used = 0;
  /** Start of line n; `owners` holds its customer id. Arrays of numbers would take twice the memory. */
  private starts = new Uint32Array(1024);
  private owners = new Uint32Array(1024);
  private lineCount = 0;
  /** By customer id: the number of the customer's line, from 1; 0 without one. A map would take ten times the memory. */
  private lines = new Uint32Array(1024);
  private highestId = 0;
  /** Of the last read: the time, and milliseconds on a clock that is never set back. */
  private lastRead: { at: number; ticks: number } | null = null;
  private reading: Promise<void> | null = null;
  private waiting: Promise<void> | null = null;

  constructor(
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
    private readonly mostBytes = MAX_BYTES,
  ) {}

  /** @returns false when the customers do not fit */
  async refresh(): Promise<boolean> {
    await this.readOnce();
    return this.used <= this.mostBytes;
  }

  /** Requests during a read would miss later commits; they share the next read. */
  private readOnce(): Promise<void> {
    if (!this.reading) return (this.reading = this.read().finally(() => (this.reading = null)));
    this.waiting ??= this.reading
      .catch(() => undefined)
      .then(() => {
        this.waiting = null;
        return this.readOnce();
      });
    return this.waiting;
  }

  /** @returns at most `most` customers with one of these parts */
  find(parts: readonly string[], most: number): number[] {
    const found = new Set<number>();
    const text = this.text.subarray(0, this.used);
    for (const part of parts.map((each) => Buffer.from(each))) {
      for (let at = 0; at < text.length && found.size < most;) {
        const hit = text.indexOf(part, at);
        if (hit < 0) break;
        const line = this.lineAt(hit);
        found.add(this.owners[line]!);
        at = this.endOf(line);
      }
    }
    return [...found];
  }

  /** Changes whenever a search could return other customers. */
  get version(): string {
    return `${this.lineCount} ${this.used}`;
  }

  /** By customer id: whether the customer has one of these parts. */
  marked(parts: readonly string[]): Uint8Array {
    const marks = new Uint8Array(this.highestId + 1);
    const text = this.text.subarray(0, this.used);
    for (const part of parts.map((each) => Buffer.from(each))) {
      let line = 0;
      for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, this.endOf(line))) {
        // Hits come in the order of the lines.
        while (this.endOf(line) <= at) line += 1;
        marks[this.owners[line]!] = 1;
      }
    }
    return marks;
  }

  has(customerId: number, parts: readonly string[]): boolean {
    const line = this.lineOf(customerId);
    if (line === null) return false;
    const text = this.text.subarray(this.starts[line], this.endOf(line));
    return parts.some((part) => text.includes(part));
  }

  private async read(): Promise<void> {
    if (this.used > this.mostBytes) return;
    const thisRead = { at: this.clock.now().getTime(), ticks: performance.now() };
    const { lastRead } = this;
    for (let rows = await this.beyond(); rows.length > 0; rows = await this.beyond()) {
      for (const row of rows) this.put(row);
      if (this.used > this.mostBytes) return;
      if (rows.length < BATCH) break;
    }
    if (lastRead) {
      // Where the clock was set back meanwhile, changes since then are dated before the last read.
      const since = Math.min(lastRead.at, thisRead.at - (thisRead.ticks - lastRead.ticks));
      for (const row of await this.changedSince(since)) this.put(row);
    }
    this.lastRead = thisRead;
  }

  private changedSince(readAt: number): Promise<CustomerRow[]> {
    // Unordered: SQLite would scan every customer to sort by id.
    return this.rows('updated_at >= ?', sqlInstant(new Date(readAt - OVERLAP_MS)));
  }

  private beyond(): Promise<CustomerRow[]> {
    return this.rows(`id > ? ORDER BY id LIMIT ${BATCH}`, this.highestId);
  }

  private rows(condition: string, parameter: string | number): Promise<CustomerRow[]> {
    return this.uow.manager.query(
      `SELECT id, name_key AS nameKey, email_key AS emailKey, phone FROM customers WHERE ${condition}`,
      [parameter],
    );
  }

  private put(row: CustomerRow): void {
    this.highestId = Math.max(this.highestId, Number(row.id));
    const content = Buffer.from(textOf(row));
    const line = this.lineOf(Number(row.id));
    if (line !== null) {
      const begin = this.starts[line]!;
      const end = this.endOf(line);
      if (content.equals(this.text.subarray(begin, end))) return;
      // No search contains a line end, so a blanked line never matches.
      this.text.fill(LINE_END, begin, end);
    }
    this.append(Number(row.id), content);
  }

  private append(id: number, content: Buffer): void {
    if (this.used + content.length > this.text.length) {
      const larger = Buffer.alloc(Math.max(this.text.length * 2, this.used + content.length));
      this.text.copy(larger, 0, 0, this.used);
      this.text = larger;
    }
    content.copy(this.text, this.used);
    const line = this.lineCount;
    this.lines = withRoomFor(this.lines, id);
    this.starts = withRoomFor(this.starts, line);
    this.owners = withRoomFor(this.owners, line);
    this.starts[line] = this.used;
    this.owners[line] = id;
    this.lineCount = line + 1;
    this.lines[id] = this.lineCount;
    this.used += content.length;
  }

  private endOf(line: number): number {
    return line + 1 < this.lineCount ? this.starts[line + 1]! : this.used;
  }

  private lineOf(customerId: number): number | null {
    const number = this.lines[customerId] ?? 0;
    return number === 0 ? null : number - 1;
  }

  private lineAt(position: number): number {
    let low = 0;
    let high = this.lineCount - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.starts[middle]! <= position) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}

/** The same column, or a copy of at least twice its length. */
function withRoomFor(column: Uint32Array<ArrayBuffer>, index: number): Uint32Array<ArrayBuffer> {
  if (index < column.length) return column;
  const larger = new Uint32Array(Math.max(column.length * 2, index + 1));
  larger.set(column);
  return larger;
}

function textOf({ nameKey, emailKey, phone }: CustomerRow): string {
  return `${nameKey}\n${emailKey}\n${phone ?? ''}\n`;
}
