import { create } from 'qrcode';
import { type QrDrawing, qrDrawingOf } from '../../src/domain/files/qr-drawing';

/** Level M stands a scratched screen or a creased slip, and keeps the modules large. */
export function qrDrawing(text: string): QrDrawing {
  return qrDrawingOf(create(text, { errorCorrectionLevel: 'M' }).modules);
}
