import type { TokenType } from '../../domain/payment/token-catalogue.js';
import { LIGHT, TIER_COLOURS } from '../../mail/email-colours.js';
import type { Pdf } from './receipt-pen.js';
import { receiptQr } from './receipt-qr.js';

/** The colours of the light scheme, which paper has. */
export const INKS = { ...LIGHT, amber: '#7d4a00', red: '#a11d21', paper: '#ffffff', code: '#10131a' } as const;

/** The medal's own units. */
const MEDAL_HEIGHT = 56;

/** The medal of the pages, drawn. */
export function drawMedal(pdf: Pdf, type: TokenType, x: number, y: number, height: number): void {
  const tier = TIER_COLOURS[type];
  const scale = height / MEDAL_HEIGHT;
  pdf.save().translate(x, y).scale(scale);
  pdf.path('M14 2h8l4 16-9 3zM34 2h-8l-4 16 9 3z').fill(INKS.accent);
  pdf.circle(24, 35, 18.5).lineWidth(2).fillAndStroke(tier.tint, tier.border);
  pdf.circle(24, 35, 14.5).lineWidth(1).stroke(tier.border);
  pdf.font('bold').fontSize(14).fillColor(tier.text);
  pdf.text(tier.letters, 24 - pdf.widthOfString(tier.letters) / 2, 29.5, { lineBreak: false });
  pdf.restore();
}

/** The code of an address, dark on white. */
export function drawQr(pdf: Pdf, url: string, x: number, y: number, side: number): void {
  const drawing = receiptQr(url);
  pdf
    .save()
    .translate(x, y)
    .scale(side / drawing.side);
  pdf.rect(0, 0, drawing.side, drawing.side).fill(INKS.paper);
  pdf.path(drawing.path).fill(INKS.code);
  pdf.restore();
}

/** A picture (its bytes, or the path of a file), or the first letter of the name where it is missing or cannot be drawn. */
export function drawLogo(
  pdf: Pdf,
  company: { name: string; picture: Buffer | string | null },
  x: number,
  y: number,
  side: number,
): void {
  if (company.picture !== null && isDrawn(pdf, company.picture, x, y, side)) return;
  const letter = company.name.trim().charAt(0).toUpperCase();
  pdf.roundedRect(x, y, side, side, side / 4).fill(INKS.accent);
  pdf
    .font('bold')
    .fontSize(side * 0.55)
    .fillColor(INKS.onAccent);
  pdf.text(letter, x + (side - pdf.widthOfString(letter)) / 2, y + side * 0.17, { lineBreak: false });
}

/** A receipt is not held up by its picture. */
function isDrawn(pdf: Pdf, picture: Buffer | string, x: number, y: number, side: number): boolean {
  try {
    pdf.image(picture, x, y, { fit: [side, side], align: 'center', valign: 'center' });
    return true;
  } catch {
    return false;
  }
}
