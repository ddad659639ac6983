import { type CleanPicture, requireLogoSize, UnusablePicture } from './picture-rules.js';

const START = 0xd8;
const END = 0xd9;
const SCAN = 0xda;
const RESTARTS = { first: 0xd0, last: 0xd7 } as const;
/** Baseline, extended and progressive: what browsers and documents show. */
const FRAMES: readonly number[] = [0xc0, 0xc1, 0xc2];
/** Of other methods of coding, such as lossless or arithmetic. */
const OTHER_FRAMES: readonly number[] = [0xc3, 0xc5, 0xc6, 0xc7, 0xc9, 0xca, 0xcb, 0xcc, 0xcd, 0xce, 0xcf];
/** Shades of grey, or colours; mail programs show the four of print wrongly. */
const COMPONENTS: readonly number[] = [1, 3];
/** Notes: of applications, without those that the colours depend on (JFIF, profile, Adobe's), and comments. */
const isNote = (marker: number) =>
  marker === 0xfe || (marker >= 0xe0 && marker <= 0xef && ![0xe0, 0xe2, 0xee].includes(marker));
/** A progressive picture has about ten; each is a pass over all pixels. */
const MAX_SCANS = 100;

/** @returns null for another kind of file @throws UnusablePicture, RangeError */
export function readJpeg(bytes: Buffer): CleanPicture | null {
  if (bytes[0] !== 0xff || bytes[1] !== START || bytes[2] !== 0xff) return null;
  let frame: { width: number; height: number } | null = null;
  let scans = 0;
  const kept: Buffer[] = [bytes.subarray(0, 2)];
  for (let at = 2; ;) {
    const { marker, next } = markerAt(bytes, at);
    if (marker === END) {
      if (frame === null || scans === 0 || next !== bytes.length) throw new UnusablePicture('broken');
      return { type: 'image/jpeg', ...frame, bytes: Buffer.concat([...kept, Buffer.from([0xff, END])]) };
    }
    const end = next + bytes.readUInt16BE(next);
    if (end < next + 2 || end > bytes.length) throw new UnusablePicture('broken');
    if (FRAMES.includes(marker)) frame = frameOf(bytes.subarray(next + 2, end), frame);
    if (OTHER_FRAMES.includes(marker)) throw new UnusablePicture('kind');
    if (marker === SCAN) {
      scans += 1;
      if (frame === null || scans > MAX_SCANS) throw new UnusablePicture('broken');
    }
    at = marker === SCAN ? endOfScan(bytes, end) : end;
    // Without fill bytes, which not every reader skips.
    if (!isNote(marker)) kept.push(Buffer.from([0xff, marker]), bytes.subarray(next, at));
  }
}

/** Any number of fill bytes may stand before a marker. */
function markerAt(bytes: Buffer, at: number): { marker: number; next: number } {
  if (bytes.readUInt8(at) !== 0xff) throw new UnusablePicture('broken');
  let place = at + 1;
  while (bytes.readUInt8(place) === 0xff) place += 1;
  const marker = bytes.readUInt8(place);
  if (marker === 0 || marker === START || isRestart(marker)) throw new UnusablePicture('broken');
  return { marker, next: place + 1 };
}

function frameOf(data: Buffer, known: object | null): { width: number; height: number } {
  if (known !== null) throw new UnusablePicture('broken');
  const [bits, height, width, components] = [
    data.readUInt8(0),
    data.readUInt16BE(1),
    data.readUInt16BE(3),
    data.readUInt8(5),
  ];
  if (bits !== 8 || !COMPONENTS.includes(components)) throw new UnusablePicture('kind');
  requireLogoSize(width, height);
  return { width, height };
}

/** The place of the next marker; in coded pixels an FF is followed by 00. */
function endOfScan(bytes: Buffer, from: number): number {
  let at = from;
  for (;;) {
    at = bytes.indexOf(0xff, at);
    if (at < 0) throw new UnusablePicture('broken');
    const following = bytes.readUInt8(at + 1);
    if (following !== 0 && !isRestart(following)) return at;
    at += 2;
  }
}

function isRestart(marker: number): boolean {
  return marker >= RESTARTS.first && marker <= RESTARTS.last;
}
