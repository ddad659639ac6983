import { crc32, deflateSync } from 'node:zlib';

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');
const SAMPLES: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

export interface PngParts {
  width?: number;
  height?: number;
  /** Bits of a sample. */
  bits?: number;
  /** 0 grey, 2 RGB, 3 palette, 4 grey with alpha, 6 RGB with alpha. */
  colour?: number;
  interlaced?: boolean;
  /** The pixels before they are compressed; else all of one colour, different for each `shade`. */
  pixels?: Buffer;
  shade?: number;
  /** Chunks before the pixels. */
  more?: Buffer[];
}

export function chunk(type: string, data: Buffer = Buffer.alloc(0)): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(named), 4);
  return Buffer.concat([frame.subarray(0, 4), named, frame.subarray(4)]);
}

/** A PNG with valid checksums, whatever its parts say. */
export function png(parts: PngParts = {}): Buffer {
  const { width = 60, height = 20, bits = 8, colour = 2, interlaced = false, shade = 90, more = [] } = parts;
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([bits, colour, 0, 0, interlaced ? 1 : 0], 8);
  const pixels = parts.pixels ?? plainPixels(width, height, (SAMPLES[colour] ?? 1) * bits, interlaced, shade);
  const palette = colour === 3 ? [chunk('PLTE', Buffer.from([shade, 80, 160, 250, 250, 250]))] : [];
  const coded = chunk('IDAT', deflateSync(pixels));
  return Buffer.concat([SIGNATURE, chunk('IHDR', head), ...more, ...palette, coded, chunk('IEND')]);
}

const PASSES = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;

function plainPixels(width: number, height: number, bitsOfPixel: number, interlaced: boolean, shade: number): Buffer {
  const rows: Buffer[] = [];
  for (const [x, y, dx, dy] of interlaced ? PASSES : ([[0, 0, 1, 1]] as const)) {
    const across = Math.ceil((width - x) / dx);
    if (across <= 0) continue;
    const row = Buffer.alloc(1 + Math.ceil((across * bitsOfPixel) / 8), bitsOfPixel < 8 ? 0 : shade);
    row[0] = 0;
    for (let at = y; at < height; at += dy) rows.push(row);
  }
  return Buffer.concat(rows);
}

/** 48 x 16 pixels, baseline, RGB. */
export const JPEG = Buffer.from(
  '/9j/4AAQSkZJRgABAQAAAQABAAD/4gHYSUNDX1BST0ZJTEUAAQEAAAHIAAAAAAQwAABtbnRyUkdCIFhZWiAH4AABAAEAAAAAAABh' +
    'Y3NwAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAQAA9tYAAQAAAADTLQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' +
    'AAAAAAAAAAAAAAAAAAAAAAAAAAlkZXNjAAAA8AAAACRyWFlaAAABFAAAABRnWFlaAAABKAAAABRiWFlaAAABPAAAABR3dHB0AAAB' +
    'UAAAABRyVFJDAAABZAAAAChnVFJDAAABZAAAAChiVFJDAAABZAAAAChjcHJ0AAABjAAAADxtbHVjAAAAAAAAAAEAAAAMZW5VUwAA' +
    'AAgAAAAcAHMAUgBHAEJYWVogAAAAAAAAb6IAADj1AAADkFhZWiAAAAAAAABimQAAt4UAABjaWFlaIAAAAAAAACSgAAAPhAAAts9Y' +
    'WVogAAAAAAAA9tYAAQAAAADTLXBhcmEAAAAAAAQAAAACZmYAAPKnAAANWQAAE9AAAApbAAAAAAAAAABtbHVjAAAAAAAAAAEAAAAM' +
    'ZW5VUwAAACAAAAAcAEcAbwBvAGcAbABlACAASQBuAGMALgAgADIAMAAxADb/2wBDABsSFBcUERsXFhceHBsgKEIrKCUlKFE6PTBC' +
    'YFVlZF9VXVtqeJmBanGQc1tdhbWGkJ6jq62rZ4C8ybqmx5moq6T/2wBDARweHigjKE4rK06kbl1upKSkpKSkpKSkpKSkpKSkpKSk' +
    'pKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKT/wAARCAAQADADASIAAhEBAxEB/8QAFgABAQEAAAAAAAAAAAAAAAAAAAUG' +
    '/8QAFBABAAAAAAAAAAAAAAAAAAAAAP/EABcBAAMBAAAAAAAAAAAAAAAAAAAEBgX/xAAUEQEAAAAAAAAAAAAAAAAAAAAA/9oADAMB' +
    'AAIRAxEAPwCoAnzjNAK5lgAD/9k=',
  'base64',
);
