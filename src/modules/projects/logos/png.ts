import { crc32, inflateSync } from 'node:zlib';
import { type CleanPicture, requireLogoSize, UnusablePicture } from './picture-rules.js';

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');
/** Length, type and checksum around a chunk's data. */
const CHUNK_FRAME = 12;
const HEAD_LENGTH = 13;
/** Samples of a pixel and allowed bits of a sample, by colour type. */
const COLOURS: Readonly<Record<number, { samples: number; bits: readonly number[] }>> = {
  0: { samples: 1, bits: [1, 2, 4, 8, 16] },
  2: { samples: 3, bits: [8, 16] },
  3: { samples: 1, bits: [1, 2, 4, 8] },
  4: { samples: 2, bits: [8, 16] },
  6: { samples: 4, bits: [8, 16] },
};
const INDEXED = 3;
/** Adam7: first column and row of each pass, and the steps between its pixels. */
const PASSES = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;
const LAST_FILTER = 4;
/** What browsers need to show the picture. A palette beside full colours is a hint for old screens, which documents take for the colours. */
const KEPT = new Set(['IHDR', 'PLTE', 'tRNS', 'gAMA', 'cHRM', 'sRGB', 'iCCP', 'IDAT', 'IEND']);
/** With samples of alpha a transparent colour is not allowed. */
const WITH_ALPHA: readonly number[] = [4, 6];

interface Chunk {
  type: string;
  data: Buffer;
  /** With its frame. */
  whole: Buffer;
}

interface Head {
  width: number;
  height: number;
  bitsOfPixel: number;
  hasAlpha: boolean;
  isIndexed: boolean;
  isInterlaced: boolean;
}

/** @returns null for another kind of file @throws UnusablePicture, RangeError */
export function readPng(bytes: Buffer): CleanPicture | null {
  if (!bytes.subarray(0, SIGNATURE.length).equals(SIGNATURE)) return null;
  const chunks = chunksOf(bytes);
  const head = headOf(chunks[0]);
  requireLogoSize(head.width, head.height);
  requireOrder(chunks, head);
  requirePixels(head, chunks);
  const kept = chunks.filter(({ type }) => isKept(type, head)).map(({ whole }) => whole);
  return { type: 'image/png', width: head.width, height: head.height, bytes: Buffer.concat([SIGNATURE, ...kept]) };
}

function isKept(type: string, { hasAlpha, isIndexed }: Head): boolean {
  if (type === 'PLTE') return isIndexed;
  return KEPT.has(type) && !(type === 'tRNS' && hasAlpha);
}

/** Every chunk has its checksum, the last one ends the file. */
function chunksOf(bytes: Buffer): Chunk[] {
  const chunks: Chunk[] = [];
  for (let at = SIGNATURE.length; at < bytes.length;) {
    const length = bytes.readUInt32BE(at);
    const end = at + CHUNK_FRAME + length;
    if (end > bytes.length) throw new UnusablePicture('broken');
    const named = bytes.subarray(at + 4, end - 4);
    if (crc32(named) !== bytes.readUInt32BE(end - 4)) throw new UnusablePicture('broken');
    chunks.push({ type: named.toString('latin1', 0, 4), data: named.subarray(4), whole: bytes.subarray(at, end) });
    at = end;
  }
  return chunks;
}

function headOf(first: Chunk | undefined): Head {
  if (first?.type !== 'IHDR' || first.data.length !== HEAD_LENGTH) throw new UnusablePicture('broken');
  const { data } = first;
  const [bits, colourType, compression, filter, interlace] = [...data.subarray(8)] as [
    number,
    number,
    number,
    number,
    number,
  ];
  const colours = COLOURS[colourType];
  const isKnown = colours?.bits.includes(bits) && compression === 0 && filter === 0 && interlace <= 1;
  if (!colours || !isKnown) throw new UnusablePicture('broken');
  return {
    width: data.readUInt32BE(0),
    height: data.readUInt32BE(4),
    bitsOfPixel: colours.samples * bits,
    hasAlpha: WITH_ALPHA.includes(colourType),
    isIndexed: colourType === INDEXED,
    isInterlaced: interlace === 1,
  };
}

/** A head, at most one palette, the pixels in one piece, an end: whatever else a reader must understand is refused. */
function requireOrder(chunks: Chunk[], { isIndexed }: Head): void {
  const critical = chunks.map(({ type }) => type).filter((type) => /^[A-Z]/.test(type));
  const needed = isIndexed ? /^IHDR PLTE( IDAT)+ IEND$/ : /^IHDR( PLTE)?( IDAT)+ IEND$/;
  const pixels = chunks.flatMap(({ type }, index) => (type === 'IDAT' ? [index] : []));
  const isOnePiece = pixels.at(-1)! - pixels[0]! === pixels.length - 1;
  const isEnd = chunks.at(-1)?.type === 'IEND';
  if (!needed.test(critical.join(' ')) || !isOnePiece || !isEnd) throw new UnusablePicture('broken');
  const palette = chunks.find(({ type }) => type === 'PLTE')?.data.length ?? 3;
  if (palette === 0 || palette % 3 !== 0 || palette > 3 * 256) throw new UnusablePicture('broken');
}

/** Decompresses no more than the size allows, so that a small file cannot fill the memory. */
function requirePixels(head: Head, chunks: Chunk[]): void {
  const rows = rowsOf(head);
  const length = rows.reduce((sum, { count, bytes }) => sum + count * bytes, 0);
  const packed = Buffer.concat(chunks.flatMap(({ type, data }) => (type === 'IDAT' ? [data] : [])));
  const pixels = inflated(packed, length);
  let at = 0;
  for (const { count, bytes } of rows)
    for (let row = 0; row < count; row += 1, at += bytes)
      if (pixels[at]! > LAST_FILTER) throw new UnusablePicture('broken');
}

function inflated(packed: Buffer, length: number): Buffer {
  try {
    const pixels = inflateSync(packed, { maxOutputLength: length });
    if (pixels.length === length) return pixels;
  } catch {
    // Cut off, damaged, or more than the size allows.
  }
  throw new UnusablePicture('broken');
}

/** Rows of each pass, with their filter byte; one pass without interlacing. */
function rowsOf({ width, height, bitsOfPixel, isInterlaced }: Head): { count: number; bytes: number }[] {
  const passes = isInterlaced ? PASSES : ([[0, 0, 1, 1]] as const);
  return passes.flatMap(([column, row, acrossBy, downBy]) => {
    const across = Math.ceil((width - column) / acrossBy);
    const count = Math.ceil((height - row) / downBy);
    return across <= 0 || count <= 0 ? [] : [{ count, bytes: 1 + Math.ceil((across * bitsOfPixel) / 8) }];
  });
}
