import { isUtf8 } from 'node:buffer';
import { BadRequestException, PayloadTooLargeException } from '@nestjs/common';
import type { Request } from 'express';

/**
 * Reads the body of an upload as text.
 * @throws PayloadTooLargeException, BadRequestException for text that is not UTF-8
 */
export async function readUpload(request: Request, maxBytes: number): Promise<string> {
  const body = await readUploadBytes(request, maxBytes);
  if (!isUtf8(body)) throw new BadRequestException();
  return body.toString('utf8');
}

/**
 * Reads the body of an upload. Called after the guards, so that strangers cannot make the server hold megabytes.
 * @throws PayloadTooLargeException
 */
export async function readUploadBytes(request: Request, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    // The rest is drained: aborting would keep the answer from arriving.
    if (size <= maxBytes) chunks.push(chunk);
  }
  if (size > maxBytes) throw new PayloadTooLargeException();
  return Buffer.concat(chunks);
}
