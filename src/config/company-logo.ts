import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';

/** Where browsers get it; the pages name its version besides. */
export const LOGO_PATH = '/company-logo.png';

/** The company's logo, as checked at the start. */
export interface CompanyLogo {
  /** Absolute path. */
  file: string;
  /** Pixels. */
  width: number;
  height: number;
  /** Changes with the picture, so that browsers fetch a new one. */
  version: string;
}

const MAX_BYTES = 200_000;
const PNG_HEAD = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
/** A file without it was cut off on its way here: readers of documents refuse it. */
const PNG_END = Buffer.from('0000000049454e44ae426082', 'hex');
const WIDTH_AT = 16;
const HEIGHT_AT = 20;
const VERSION_LENGTH = 12;

/** PNG alone: pages, documents and mail programs all show it. @returns what is wrong with it, as text, where it cannot be used */
export function readLogo(path: string): CompanyLogo | string {
  const file = resolve(path);
  try {
    if (statSync(file).size > MAX_BYTES) return `is larger than ${MAX_BYTES / 1000} kB`;
    const content = readFileSync(file);
    if (!content.subarray(0, PNG_HEAD.length).equals(PNG_HEAD)) return 'is no PNG file';
    if (!content.subarray(-PNG_END.length).equals(PNG_END)) return 'is not whole';
    const [width, height] = [content.readUInt32BE(WIDTH_AT), content.readUInt32BE(HEIGHT_AT)];
    if (width === 0 || height === 0) return 'is an empty picture';
    return {
      file,
      width,
      height,
      version: createHash('sha256').update(content).digest('hex').slice(0, VERSION_LENGTH),
    };
  } catch {
    return 'cannot be read';
  }
}
