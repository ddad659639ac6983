import { Head, Link } from '@inertiajs/react';
import type { PageProps } from '../../../src/contracts/pages';
import { ROUTES } from '../../../src/contracts/routes';
import { Qr } from '../../components/desk/qr';
import classes from '../../components/desk/slip.module.css';
import { Callout } from '../../components/ui/callout';
import { Button } from '../../components/ui/controls';
import { PrintIcon } from '../../components/ui/icons';
import { useSharedProps } from '../../hooks/use-shared-props';
import { formatDateTime, formatRupees } from '../../lib/format';
import { subjectOf } from '../../lib/sharing';

/** A link on paper, for whoever has no phone at hand. Only the slip itself is printed. */
export default function PaymentsSlip({ desk }: PageProps['Payments/Slip']) {
  const { app } = useSharedProps();
  return (
    <div className={classes.page}>
      <Head title={`Payment slip for ${desk.customerName}`} />
      <div className={classes.tools}>
        <Button leftSection={<PrintIcon />} onClick={() => window.print()}>
          Print
        </Button>
        <Button component={Link} href={ROUTES.sale(desk.paymentId)} variant="default">
          Back
        </Button>
        {!desk.canPay && <Callout tone="warning">This link cannot be paid now. Do not hand the slip out.</Callout>}
      </div>
      <main className={classes.slip}>
        <p className={classes.company}>{app.companyName}</p>
        <h1 className={classes.title}>{subjectOf(desk)}</h1>
        <p>for {desk.customerName}</p>
        <p className={classes.amount}>{formatRupees(desk.amount)}</p>
        <p className={classes.words}>{desk.amountInWords}</p>
        <div className={classes.code}>
          <Qr url={desk.paymentUrl} label={`QR code of the payment link for ${desk.customerName}`} />
        </div>
        <p>Scan the code with a phone, or open</p>
        <PaymentAddress url={desk.paymentUrl} />
        <p className={classes.until}>Can be paid until {formatDateTime(desk.paymentLinkExpiresAt)}</p>
        <p className={classes.support}>
          Questions? {app.companyName}, <span className={classes.phone}>{app.supportPhone}</span>, {app.supportEmail}
        </p>
      </main>
    </div>
  );
}

/** The id stays whole: whoever types it reads it from one line. */
function PaymentAddress({ url }: { url: string }) {
  const idAt = url.lastIndexOf('/') + 1;
  return (
    <p className={classes.link}>
      {url.slice(0, idAt)}
      <wbr />
      <span className={classes.id}>{url.slice(idAt)}</span>
    </p>
  );
}
