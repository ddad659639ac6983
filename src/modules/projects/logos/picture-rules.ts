export type PictureFault = 'kind' | 'broken' | 'size';

export const MAX_LOGO_BYTES = 256 * 1024;
export const MAX_LOGO_WIDTH = 1200;
export const MAX_LOGO_HEIGHT = 400;

/** A picture that browsers, mail programs and documents show. */
export interface Picture {
  type: 'image/png' | 'image/jpeg';
  /** Pixels. */
  width: number;
  height: number;
}

/** As it is stored: the bytes of the file without its notes, such as the camera's place or a program's history. */
export interface CleanPicture extends Picture {
  bytes: Buffer;
}

export class UnusablePicture extends Error {
  constructor(readonly fault: PictureFault) {
    super(fault);
  }
}

/** Before anything is decompressed. @throws UnusablePicture */
export function requireLogoSize(width: number, height: number): void {
  if (width === 0 || height === 0) throw new UnusablePicture('broken');
  if (width > MAX_LOGO_WIDTH || height > MAX_LOGO_HEIGHT) throw new UnusablePicture('size');
}
