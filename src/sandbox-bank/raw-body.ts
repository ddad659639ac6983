import type { IncomingMessage } from 'node:http';

const MAX_BYTES = 65_536;

/** The exact body, since hashes cover it; truncated above a limit. */
export async function readRawBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_BYTES) break;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
