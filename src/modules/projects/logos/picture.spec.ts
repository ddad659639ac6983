import { deflateSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { chunk, JPEG, png } from '../../../../test/support/pictures.js';
import { readPicture } from './picture.js';

const cut = (bytes: Buffer, by: number) => bytes.subarray(0, bytes.length - by);
/** With these bytes in place of others; checksums are left as they are. */
const patched = (bytes: Buffer, at: number, ...values: number[]) => {
  const copy = Buffer.from(bytes);
  copy.set(values, at);
  return copy;
};
/** Place of the first marker of this kind. */
const marker = (kind: number) => JPEG.indexOf(Buffer.from([0xff, kind]));
const withSize = (width: number, height: number) =>
  patched(JPEG, marker(0xc0) + 5, height >> 8, height & 255, width >> 8, width & 255);
const inserted = (bytes: Buffer, at: number, more: Buffer) =>
  Buffer.concat([bytes.subarray(0, at), more, bytes.subarray(at)]);

describe('a picture that can be used', () => {
  const kinds = [0, 2, 3, 4, 6].flatMap((colour) =>
    [1, 2, 4, 8, 16]
      .filter((bits) => bits === 8 || (bits === 16 ? colour !== 3 : colour === 0 || colour === 3))
      .flatMap((bits) => [false, true].map((interlaced) => ({ colour, bits, interlaced }))),
  );
  it.each(kinds)('PNG of colour type $colour, $bits bits, interlaced: $interlaced', (kind) => {
    for (const [width, height] of [
      [1, 1],
      [5, 3],
      [61, 23],
      [1200, 400],
    ] as const)
      expect(readPicture(png({ ...kind, width, height }))).toMatchObject({ type: 'image/png', width, height });
  });

  it('JPEG, also with fill bytes before a marker', () => {
    const jpeg = { type: 'image/jpeg', width: 48, height: 16 };
    expect(readPicture(JPEG)).toEqual({ ...jpeg, bytes: JPEG });
    expect(readPicture(inserted(JPEG, marker(0xdb), Buffer.alloc(9, 0xff)))).toEqual({ ...jpeg, bytes: JPEG });
    expect(readPicture(withSize(1200, 400))).toMatchObject({ ...jpeg, width: 1200, height: 400 });
  });

  it('PNG with chunks that a reader may skip, and pixels in several pieces', () => {
    expect(
      readPicture(png({ more: [chunk('tEXt', Buffer.from('a\0b')), chunk('pHYs', Buffer.alloc(9))] })),
    ).toMatchObject({
      width: 60,
    });
  });
});

describe('what is stored of a picture', () => {
  const before = (bytes: Buffer, type: string, more: Buffer) => inserted(bytes, bytes.indexOf(type) - 4, more);
  const stored = (bytes: Buffer) => {
    const picture = readPicture(bytes);
    return typeof picture === 'string' ? picture : picture.bytes;
  };
  const segment = (kind: number, text: string) =>
    Buffer.concat([Buffer.from([0xff, kind, 0, text.length + 2]), Buffer.from(text, 'latin1')]);

  it.each<[string, Buffer, Buffer]>([
    ['a PNG with texts', png({ more: [chunk('tEXt', Buffer.alloc(150_000, 65)), chunk('eXIf')] }), png()],
    ['a PNG that moves', before(before(png(), 'IDAT', chunk('fcTL', Buffer.alloc(26))), 'IEND', chunk('fdAT')), png()],
    ['colours and a palette', png({ more: [chunk('PLTE', Buffer.alloc(9))] }), png()],
    ['two kinds of alpha', before(png({ colour: 6 }), 'IDAT', chunk('tRNS', Buffer.alloc(6))), png({ colour: 6 })],
    ['a JPEG with the place of its camera', inserted(JPEG, 2, segment(0xe1, 'Exif\0\0MM\0*')), JPEG],
    ['a JPEG with a comment', inserted(JPEG, marker(0xdb), segment(0xfe, 'made by me')), JPEG],
  ])('%s: without it', (_what, file, clean) => {
    expect(stored(file)).toEqual(clean);
  });

  it.each<[string, Buffer]>([
    ['a palette and its transparency', before(png({ colour: 3 }), 'IDAT', chunk('tRNS', Buffer.alloc(2)))],
    ['a transparent colour', before(png(), 'IDAT', chunk('tRNS', Buffer.alloc(6)))],
    ['a profile', png({ more: [chunk('iCCP', Buffer.from('x'))] })],
    ['a JPEG of Adobe', inserted(JPEG, 2, segment(0xee, 'Adobe'))],
  ])('%s: as it is', (_what, file) => {
    expect(stored(file)).toEqual(file);
  });
});

describe('a file that cannot be used', () => {
  const html = Buffer.from('<!doctype html><script>alert(1)</script>');
  const bomb = deflateSync(Buffer.alloc(200_000_000), { level: 9 });
  const bombFile = () => {
    const small = png({ width: 10, height: 10, pixels: Buffer.alloc(0) });
    const at = small.indexOf('IDAT') - 4;
    return Buffer.concat([small.subarray(0, at), chunk('IDAT', bomb), chunk('IEND')]);
  };
  it.each<[string, string, Buffer]>([
    ['kind', 'nothing', Buffer.alloc(0)],
    ['kind', 'HTML named as a picture', html],
    ['kind', 'SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
    ['kind', 'GIF', Buffer.from('GIF89a\x01\0\x01\0', 'latin1')],
    ['broken', 'the signature of a PNG and HTML', Buffer.concat([png().subarray(0, 8), html])],
    ['broken', 'the signature of a PNG alone', png().subarray(0, 8)],
    ['broken', 'the head of a PNG alone', png().subarray(0, 33)],
    ['broken', 'a PNG that was cut off by one byte', cut(png(), 1)],
    ['broken', 'a PNG without its end', cut(png(), 12)],
    ['broken', 'a PNG with HTML behind its end', Buffer.concat([png(), html])],
    ['broken', 'a PNG with another one behind its end', Buffer.concat([png(), png().subarray(8)])],
    ['broken', 'a PNG with a wrong checksum', patched(png(), 29, 0)],
    ['broken', 'a chunk longer than the file', patched(png(), 33, 0x7f, 0xff, 0xff, 0xff)],
    ['broken', 'a PNG of no width', png({ width: 0, pixels: Buffer.alloc(20) })],
    ['broken', 'too few pixels', png({ pixels: Buffer.alloc(100) })],
    ['broken', 'more pixels than the size says', png({ pixels: Buffer.alloc(20 * 181 + 1) })],
    ['broken', 'pixels that nothing can decompress', Buffer.from(png()).fill(7, 45, 50)],
    ['broken', 'an unknown filter', png({ pixels: Buffer.alloc(20 * 181, 5) })],
    ['broken', 'an unknown colour type', png({ colour: 5 })],
    ['broken', 'bits that no colour type has', png({ bits: 3 })],
    ['broken', 'a chunk that a reader must understand', png({ more: [chunk('XXXX')] })],
    ['broken', 'a second head', png({ more: [chunk('IHDR', Buffer.alloc(13))] })],
    ['broken', 'pixels in two places', png({ more: [chunk('IDAT', Buffer.alloc(3)), chunk('tEXt')] })],
    ['broken', 'two palettes', png({ colour: 3, more: [chunk('PLTE', Buffer.alloc(3))] })],
    ['broken', 'a palette without an entry for each part', png({ more: [chunk('PLTE', Buffer.alloc(4))] })],
    ['size', 'a PNG that is too wide', png({ width: 1201, height: 1 })],
    ['size', 'a PNG that is too high', png({ width: 1, height: 401 })],
    [
      'size',
      'a PNG that names 4 thousand million pixels',
      png({ width: 0x7fffffff, height: 2, pixels: Buffer.alloc(9) }),
    ],
    ['broken', 'a JPEG that was cut off', cut(JPEG, 2)],
    ['broken', 'a JPEG that was cut off in its head', JPEG.subarray(0, 40)],
    [
      'broken',
      'a JPEG without its pixels',
      Buffer.concat([JPEG.subarray(0, marker(0xda)), Buffer.from('ffd9', 'hex')]),
    ],
    ['broken', 'a JPEG with HTML behind its end', Buffer.concat([JPEG, html])],
    ['broken', 'a JPEG with two frames', inserted(JPEG, marker(0xc0), JPEG.subarray(marker(0xc0), marker(0xc0) + 19))],
    ['broken', 'a JPEG whose segment has no length', patched(JPEG, marker(0xdb) + 2, 0, 0)],
    ['kind', 'an arithmetic JPEG', patched(JPEG, marker(0xc0) + 1, 0xc9)],
    ['kind', 'a JPEG of four colours', patched(JPEG, marker(0xc0) + 9, 4)],
    ['kind', 'a JPEG of 12 bits', patched(JPEG, marker(0xc0) + 4, 12)],
    ['size', 'a JPEG that is too wide', withSize(1201, 16)],
    ['size', 'a JPEG that is too high', withSize(48, 401)],
    ['broken', 'a JPEG of no height', withSize(48, 0)],
  ])('%s: %s', (fault, _what, bytes) => {
    expect(readPicture(bytes)).toBe(fault);
  });

  it('a PNG that decompresses to 200 MB is refused without doing so', () => {
    const file = bombFile();
    expect(file.length).toBeLessThan(256 * 1024);
    const before = process.memoryUsage().arrayBuffers;
    expect(readPicture(file)).toBe('broken');
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(20_000_000);
  });

  it('a JPEG of many scans is refused', () => {
    const [scan, end] = [marker(0xda), JPEG.length - 2];
    const scans = Array.from({ length: 101 }, () => JPEG.subarray(scan, end));
    expect(readPicture(Buffer.concat([JPEG.subarray(0, scan), ...scans, JPEG.subarray(end)]))).toBe('broken');
  });

  it('no single changed byte makes it throw', () => {
    for (const file of [png({ width: 6, height: 4 }), JPEG])
      for (let at = 0; at < file.length; at += 1)
        for (const value of [0, 0xff, file[at]! ^ 1]) expect(readPicture(patched(file, at, value))).toBeDefined();
  });
});
