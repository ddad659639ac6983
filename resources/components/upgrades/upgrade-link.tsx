import { useEffect, useRef } from 'react';
import { usePaymentLink } from '../../hooks/use-payment-link';
import { formatDateTime, formatRupees } from '../../lib/format';
import { tierWord } from '../../lib/tier-word';
import { Callout } from '../ui/callout';
import { Button } from '../ui/controls';
import { CopyIcon, OpenIcon, StopIcon } from '../ui/icons';
import { LinkBox } from '../ui/link-box';
import type { OpenUpgrade } from './use-upgrade';

interface UpgradeLinkProps {
  upgrade: OpenUpgrade;
  customerName: string;
  onWindowClosed: () => Promise<boolean>;
  sending: boolean;
  /** Cancels the link, so that a new one can be made or the gold payment refunded. */
  onCancel: () => void;
}

export function UpgradeLink({ upgrade, customerName, onWindowClosed, sending, onCancel }: UpgradeLinkProps) {
  const { link: url, paymentId, path, expiresAt, warning, isNew } = upgrade;
  const link = usePaymentLink({ paymentId, customerName, url }, () => void onWindowClosed());
  const copyButton = useRef<HTMLButtonElement>(null);
  // The button that made the link is gone; the next step takes its place.
  useEffect(() => copyButton.current?.focus(), []);
  return (
    <>
      <Callout tone={isNew ? 'success' : 'info'} title={isNew ? 'Upgrade link ready' : 'An upgrade is waiting'}>
        {path && `To ${tierWord(path.toTierCode, path.toTierName)} for ${formatRupees(path.upgradeAmount)}. `}
        {isNew ? `Share it with ${customerName}.` : 'This link has not been paid yet. Share or open it.'}
        {expiresAt && ` It works until ${formatDateTime(expiresAt)}.`}
      </Callout>
      {warning && <Callout tone="warning">{warning}</Callout>}
      <LinkBox url={url}>
        <Button ref={copyButton} leftSection={<CopyIcon />} onClick={() => void link.copy()}>
          Copy link
        </Button>
        <Button variant="default" leftSection={<OpenIcon />} onClick={link.open}>
          Open
        </Button>
        {!isNew && (
          <Button variant="subtle" color="red" leftSection={<StopIcon />} loading={sending} onClick={onCancel}>
            Cancel upgrade link
          </Button>
        )}
      </LinkBox>
    </>
  );
}
