import { useMemo } from 'react';
import { qrDrawing } from '../../lib/qr';
import classes from './qr.module.css';

export interface QrCodeProps {
  /** The address that the code leads to. */
  url: string;
  /** What it is, for ears. */
  label: string;
}

/** Dark on white in either scheme: cameras read nothing else. */
export default function QrCode({ url, label }: QrCodeProps) {
  const { side, path } = useMemo(() => qrDrawing(url), [url]);
  return (
    <svg
      viewBox={`0 0 ${side} ${side}`}
      role="img"
      aria-label={label}
      className={classes.code}
      shapeRendering="crispEdges"
    >
      <rect width={side} height={side} className={classes.paper} />
      <path d={path} className={classes.ink} />
    </svg>
  );
}
