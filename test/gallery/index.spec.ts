import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { FOLDER, indexOf, missingPictures } from './album.js';
import { ROOMS } from './scenes/index.js';

const PAGE = join(FOLDER, 'README.md');

it('docs/gallery/README.md lists every scene with its pictures', () => {
  if (process.env.GALLERY) writeFileSync(PAGE, indexOf(ROOMS));
  expect(readFileSync(PAGE, 'utf8')).toBe(indexOf(ROOMS));
});

/** While pictures are being taken they are not all there yet. */
const known = process.env.GALLERY ? [] : ROOMS;

it('every picture that it names is there', () => {
  expect(missingPictures(known)).toEqual([]);
});
