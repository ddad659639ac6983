import { PRINT } from '../tokens';
import { qrDrawing } from './qr';

const PIXELS_PER_MODULE = 16;

function svgFile(text: string): Blob {
  const { side, path } = qrDrawing(text);
  const size = side * PIXELS_PER_MODULE;
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 ${side} ${side}" ` +
    `shape-rendering="crispEdges"><path fill="${PRINT.paper}" d="M0 0h${side}v${side}H0z"/>` +
    `<path fill="${PRINT.ink}" d="${path}"/></svg>`;
  return new Blob([svg], { type: 'image/svg+xml' });
}

async function pngFile(text: string): Promise<Blob> {
  const { side, runs } = qrDrawing(text);
  const canvas = document.createElement('canvas');
  canvas.width = side * PIXELS_PER_MODULE;
  canvas.height = canvas.width;
  const pen = canvas.getContext('2d');
  if (!pen) throw new Error('this browser draws no pictures');
  pen.scale(PIXELS_PER_MODULE, PIXELS_PER_MODULE);
  pen.fillStyle = PRINT.paper;
  pen.fillRect(0, 0, side, side);
  pen.fillStyle = PRINT.ink;
  for (const { x, y, length } of runs) pen.fillRect(x, y, length, 1);
  const made = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (!made) throw new Error('the picture could not be made');
  return made;
}

/** Saves the code of an address as a file, made in the browser. @throws when the browser cannot make it */
export async function saveQr(text: string, name: string, format: 'svg' | 'png'): Promise<void> {
  const file = format === 'svg' ? svgFile(text) : await pngFile(text);
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = `${name}.${format}`;
  link.click();
  // The browser has read it by the next turn; some are slower to start.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
