import type { Connection } from 'mysql2';
import type { RowSink } from './export-reader.js';

interface Packet {
  buffer: Buffer;
  offset: number;
  end: number;
  isEOF(): boolean;
}
type OnRow = (this: unknown, packet: Packet, connection: unknown) => unknown;

/**
 * Passes raw row packets of the server to `onRow`. The driver would make an object and a string for each of 25 cells of every
 * row; only that part of its command is replaced.
 */
export function readMysqlRows(
  connection: Connection,
  sql: string,
  parameters: (string | number)[],
  sink: RowSink,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const command = connection.query(sql, parameters, (error, rows) => {
      if (error) reject(error);
      else if (Array.isArray(rows) && rows.length > 0) reject(new Error('the driver has kept the rows to itself'));
      else resolve();
    }) as unknown as { row: OnRow };
    const atEnd = command.row;
    command.row = function row(packet, by) {
      if (packet.isEOF()) return atEnd.call(this, packet, by);
      try {
        sink.next.readPacket(packet.buffer, packet.offset, packet.end);
        sink.take();
      } catch (error) {
        reject(error as Error);
      }
      return row;
    };
  });
}
