import { create } from 'qrcode';
import { type QrDrawing, qrDrawingOf } from '../../domain/files/qr-drawing.js';

/** Level M stands a creased sheet, and keeps the modules large. */
export function receiptQr(url: string): QrDrawing {
  return qrDrawingOf(create(url, { errorCorrectionLevel: 'M' }).modules);
}
