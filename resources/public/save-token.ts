import type { PublicConfig } from './config';
import { toast } from './toast';

/** Pixels: sharp on every phone, and some tens of kilobytes. */
const SIDE = 1080;
const MIDDLE = SIDE / 2;
const WIDEST = SIDE - 120;
/** A browser that is still reading the file may lose it when its address goes at once. */
const FORGET_AFTER_MS = 60_000;

/** Buttons with `data-save-token` save a picture of the token number: for customers who keep what matters in their photos. */
export function enhanceSaveToken(root: ParentNode, words: PublicConfig['words'], signal: AbortSignal): void {
  for (const button of root.querySelectorAll<HTMLButtonElement>('[data-save-token]')) {
    const save = () => void saved(button).then((done) => done || toast(words.saveFailed));
    button.addEventListener('click', save, { signal });
  }
}

/** @returns false where the browser cannot draw or keep a picture */
async function saved(button: HTMLButtonElement): Promise<boolean> {
  const lines = JSON.parse(button.dataset.saveToken ?? '[]') as string[];
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = SIDE;
  const pen = canvas.getContext('2d');
  if (!pen) return false;
  draw(pen, lines, button);
  const picture = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve));
  if (!picture) return false;
  const link = document.createElement('a');
  link.href = URL.createObjectURL(picture);
  link.download = `${lines[2]}.png`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), FORGET_AFTER_MS);
  return true;
}

/** In the page's own colours and letters. */
function draw(pen: CanvasRenderingContext2D, lines: string[], button: HTMLElement): void {
  const [company = '', label = '', number = '', token = '', paid = '', note = ''] = lines;
  const style = getComputedStyle(button);
  const colour = (name: string) => style.getPropertyValue(`--td-${name}`);
  const tier = button.dataset.tier ?? '';
  const write = (text: string, y: number, size: number, ink: string, family = style.fontFamily) => {
    pen.font = `600 ${size}px ${family}`;
    pen.fillStyle = colour(ink);
    pen.fillText(text, MIDDLE, y, WIDEST);
  };
  pen.textAlign = 'center';
  pen.fillStyle = colour('surface');
  pen.fillRect(0, 0, SIDE, SIDE);
  pen.fillStyle = colour('accent');
  pen.fillRect(0, 0, SIDE, 150);
  write(company, 94, 50, 'on-accent');
  pen.fillStyle = colour(`${tier}-tint`);
  pen.strokeStyle = colour(`${tier}-border`);
  pen.lineWidth = 12;
  pen.beginPath();
  pen.arc(MIDDLE, 350, 130, 0, 2 * Math.PI);
  pen.fill();
  pen.stroke();
  write(number.slice(0, 2), 384, 96, `${tier}-text`);
  write(label, 590, 44, 'muted');
  write(number, 730, 140, 'text', colour('font-mono'));
  write(token, 820, 52, 'text');
  write(paid, 900, 40, 'muted');
  write(note, 1010, 34, 'muted');
}
