import { late } from '../ui/late';
import type { QrCodeProps } from './qr-code';
import classes from './qr.module.css';

const load = () => import('./qr-code');
const QrCode = late(load);

/** While the form is being filled in: the code is then drawn at once. */
export function prefetchQr(): void {
  // Only a head start: a failure shows when the code is drawn.
  load().catch(() => undefined);
}

/** Its place is kept while its drawing is fetched. */
export function Qr(props: QrCodeProps) {
  return (
    <div className={classes.place}>
      <QrCode {...props} />
    </div>
  );
}
