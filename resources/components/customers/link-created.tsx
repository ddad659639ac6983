import { Head, Link, router } from '@inertiajs/react';
import { type ReactNode, useEffect, useRef } from 'react';
import type { CreateLinkData } from '../../../src/contracts/links';
import { ROUTES } from '../../../src/contracts/routes';
import { usePaymentLink } from '../../hooks/use-payment-link';
import { formatDateTime, formatRupees } from '../../lib/format';
import { Callout } from '../ui/callout';
import { Button } from '../ui/controls';
import { CheckCircleIcon, CopyIcon, OpenIcon, QrIcon } from '../ui/icons';
import { LinkBox } from '../ui/link-box';
import { TierMedal } from '../ui/tier-medal';
import classes from './link-created.module.css';

interface LinkCreatedProps {
  created: CreateLinkData;
  /** Name of its tier. */
  tierName: string;
  /** The role's own dashboard. */
  home: string;
}

/** The link exists, though its own screen could not be fetched: nothing of it is lost. */
export default function LinkCreated({ created, tierName, home }: LinkCreatedProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const link = usePaymentLink({
    paymentId: created.paymentId,
    customerName: created.customer.name,
    url: created.paymentUrl,
  });

  return (
    <section className={classes.card} aria-labelledby="link-created">
      <Head title="Payment link ready" />
      <span className={classes.tick}>
        <CheckCircleIcon size={36} />
      </span>
      <h1 id="link-created" ref={heading} tabIndex={-1} className={classes.title}>
        Payment link ready for {created.customer.name}
      </h1>
      <Callout
        tone="warning"
        title="Its screen could not be opened"
        action={
          <Button
            variant="default"
            size="sm"
            leftSection={<QrIcon />}
            onClick={() => router.visit(ROUTES.sale(created.paymentId))}
          >
            Show QR
          </Button>
        }
      >
        The link exists and works. Share it from here, or try again.
      </Callout>
      {created.warning && <Callout tone="warning">{created.warning}</Callout>}
      <LinkBox url={created.paymentUrl}>
        <Button leftSection={<CopyIcon />} onClick={() => void link.copy()}>
          Copy link
        </Button>
        <Button variant="default" leftSection={<OpenIcon />} onClick={link.open}>
          Open
        </Button>
      </LinkBox>
      <dl className={classes.facts}>
        <Fact label="Token">
          <span className={classes.tier}>
            <span aria-hidden="true">
              <TierMedal type={created.tokenType} />
            </span>
            {tierName}
          </span>
        </Fact>
        <Fact label="Amount">
          <strong>{formatRupees(created.amount)}</strong>
        </Fact>
        <Fact label="Email">{created.customer.email}</Fact>
        <Fact label="Link works until">{formatDateTime(created.paymentLinkExpiresAt)}</Fact>
      </dl>
      <div className={classes.next}>
        <Button variant="default" onClick={() => router.visit(ROUTES.customerForm, { preserveState: false })}>
          Create Another
        </Button>
        <Button component={Link} href={home} variant="subtle">
          Back
        </Button>
      </div>
    </section>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
