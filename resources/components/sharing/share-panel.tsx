import type { DeskPayment } from '../../../src/contracts/desk';
import { MESSAGES } from '../../../src/contracts/messages';
import { ROUTES } from '../../../src/contracts/routes';
import { usePaymentLink } from '../../hooks/use-payment-link';
import { fileNameOf, shareText, shareTitle, whatsAppUrl } from '../../lib/sharing';
import { toast } from '../../lib/toasts';
import { Callout } from '../ui/callout';
import { Button } from '../ui/controls';
import { ChatIcon, CopyIcon, DownloadIcon, OpenIcon, PrintIcon, ShareIcon } from '../ui/icons';
import { late } from '../ui/late';
import { LinkBox } from '../ui/link-box';
import classes from './sharing.module.css';

/** The last of the ways, below the others; its place is kept for it. */
const MailForm = late(() => import('./mail-form'), {
  waiting: <div className={classes.mailPlace} />,
  missing: (retry) => (
    <Callout
      tone="warning"
      title={MESSAGES.missingPart.title}
      action={
        <Button variant="default" size="sm" onClick={retry}>
          Retry
        </Button>
      }
    >
      {MESSAGES.missingPart.dialog}
    </Callout>
  ),
});
const WORDS = MESSAGES.share;

interface SharePanelProps {
  desk: DeskPayment;
  onMailed: () => void;
  onWindowClosed?: () => void;
}

async function save(desk: DeskPayment, format: 'svg' | 'png'): Promise<void> {
  try {
    const { saveQr } = await import('../../lib/qr-files');
    await saveQr(desk.paymentUrl, fileNameOf(desk), format);
  } catch {
    toast('error', WORDS.fileFailed);
  }
}

async function shareBySheet(desk: DeskPayment, text: string): Promise<void> {
  try {
    await navigator.share({ title: shareTitle(desk), text });
  } catch (error) {
    // Closed without choosing anybody: nothing went wrong.
    if (error instanceof DOMException && error.name === 'AbortError') return;
    toast('error', WORDS.sheetFailed);
  }
}

/** Every way in which a link reaches its customer. */
export function SharePanel({ desk, onMailed, onWindowClosed }: SharePanelProps) {
  const { paymentId, customerName, paymentUrl: url } = desk;
  const link = usePaymentLink({ paymentId, customerName, url }, onWindowClosed);
  const text = shareText(desk);
  return (
    <div className={classes.panel}>
      <LinkBox url={url}>
        <Button variant="light" leftSection={<CopyIcon />} onClick={() => void link.copy()}>
          Copy link
        </Button>
        <Button variant="default" leftSection={<OpenIcon />} onClick={link.open}>
          Open
        </Button>
      </LinkBox>
      <div className={classes.ways}>
        <Button
          component="a"
          variant="default"
          href={whatsAppUrl(desk.phone, text)}
          target="_blank"
          rel="noopener noreferrer"
          leftSection={<ChatIcon />}
        >
          WhatsApp{desk.phone ? '' : ' (choose a contact)'}
        </Button>
        {'share' in navigator && (
          <Button variant="default" leftSection={<ShareIcon />} onClick={() => void shareBySheet(desk, text)}>
            Share…
          </Button>
        )}
        <Button
          component="a"
          variant="default"
          href={ROUTES.slip(paymentId)}
          target="_blank"
          rel="noopener"
          leftSection={<PrintIcon />}
        >
          Printable slip
        </Button>
        <Button variant="default" leftSection={<DownloadIcon />} onClick={() => void save(desk, 'png')}>
          QR as PNG
        </Button>
        <Button variant="default" leftSection={<DownloadIcon />} onClick={() => void save(desk, 'svg')}>
          QR as SVG
        </Button>
      </div>
      <MailForm key={paymentId} desk={desk} onMailed={onMailed} />
    </div>
  );
}
