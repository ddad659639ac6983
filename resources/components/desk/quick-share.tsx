import type { DeskPayment } from '../../../src/contracts/desk';
import { usePaymentLink } from '../../hooks/use-payment-link';
import { useSound } from '../../lib/chime';
import { formatRupees } from '../../lib/format';
import { shareText, subjectOf, whatsAppUrl } from '../../lib/sharing';
import { Button, Switch } from '../ui/controls';
import { ChatIcon, CopyIcon, OpenIcon } from '../ui/icons';
import classes from './desk.module.css';

/** Under the code: whose it is, and the two ways that most links go. */
export function QuickShare({ desk, onFullScreen }: { desk: DeskPayment; onFullScreen: () => void }) {
  const { paymentId, customerName, paymentUrl: url, amount, phone } = desk;
  const link = usePaymentLink({ paymentId, customerName, url });
  const { isSoundOn, setSound } = useSound();
  const turn = () => {
    // Refused by some browsers: the dialog fills the window all the same.
    void document.documentElement.requestFullscreen?.().catch(() => undefined);
    onFullScreen();
  };
  return (
    <>
      <p className={classes.sale}>
        {subjectOf(desk)} · {formatRupees(amount)} · {customerName}
      </p>
      <div className={classes.quick}>
        <Button
          component="a"
          href={whatsAppUrl(phone, shareText(desk))}
          target="_blank"
          rel="noopener noreferrer"
          aria-label={`Send the link to ${customerName} by WhatsApp`}
          leftSection={<ChatIcon />}
          className={classes.onPhones}
        >
          WhatsApp
        </Button>
        <Button
          variant="light"
          aria-label="Copy the link"
          leftSection={<CopyIcon />}
          className={classes.onPhones}
          onClick={() => void link.copy()}
        >
          Copy
        </Button>
        <Button variant="default" leftSection={<OpenIcon />} onClick={turn}>
          Show to the customer
        </Button>
        <Switch
          label="Sound when paid"
          checked={isSoundOn}
          onChange={(event) => setSound(event.currentTarget.checked)}
        />
      </div>
    </>
  );
}
