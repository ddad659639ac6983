import { readJpeg } from './jpeg.js';
import { type CleanPicture, type PictureFault, UnusablePicture } from './picture-rules.js';
import { readPng } from './png.js';

/**
 * Judges a file by its content, never by its name or declared type: all of its structure is read, and a PNG is decompressed up to
 * the length that its size allows.
 * @returns the picture without what nobody needs to see it; or what is wrong with it where it cannot be used
 */
export function readPicture(bytes: Buffer): CleanPicture | PictureFault {
  try {
    return readPng(bytes) ?? readJpeg(bytes) ?? 'kind';
  } catch (error) {
    if (error instanceof UnusablePicture) return error.fault;
    // The file ends within a field.
    if (error instanceof RangeError) return 'broken';
    throw error;
  }
}
