import { Link } from '@inertiajs/react';
import { useEffect, useRef, useState } from 'react';
import type { HoldingElsewhere } from '../../../src/contracts/holdings';
import type { HeldToken, OpenLink } from '../../../src/contracts/links';
import { GUARD_MESSAGES as WORDS } from '../../../src/contracts/messages-guard';
import type { CatalogueEntry } from '../../../src/contracts/pages';
import { ROUTES } from '../../../src/contracts/routes';
import { tokenLabel } from '../../../src/domain/payment/token-catalogue';
import type { CreateLink } from '../../hooks/use-create-link';
import { PLACEHOLDERS } from '../../lib/customer-form';
import { formatMoment } from '../../lib/format';
import { tierWord } from '../../lib/tier-word';
import { Callout } from '../ui/callout';
import { Button, TextInput } from '../ui/controls';
import classes from './customer-fields.module.css';

const LONGEST_REASON = 200;
/** More would push the button away; a number that an office shares may have many. */
const SHOWN_ELSEWHERE = 3;

/** The same person would be asked for the same money twice: said while there is still nothing to undo. */
export function OpenLinksGuard({ link, catalogue }: { link: CreateLink; catalogue: CatalogueEntry[] }) {
  const { values, errors, openLinks, heldTokens, needsReason, change } = link;
  const [isChosen, setChosen] = useState(false);
  const isUnit = openLinks.length === 0 && heldTokens.length > 0;
  // Create was pressed: the reason is the answer, and nothing is wrong before anybody has typed one.
  const isAsked = isChosen || errors.duplicateReason !== undefined || values.duplicateReason !== '';
  const isTyped = values.duplicateReason !== '';
  const reason = useRef<HTMLInputElement>(null);
  // Once, in place of the button that was pressed: whoever goes on in another field stays there.
  useEffect(() => {
    if (isChosen) reason.current?.focus();
  }, [isChosen]);
  return (
    <div className={classes.guard}>
      {openLinks.map((open, index) => (
        <Found key={open.paymentId ?? index} open={open} tier={nameIn(catalogue, open)} />
      ))}
      {heldTokens.map((token) => (
        <Held
          key={token.tokenNumber}
          token={token}
          tier={nameIn(catalogue, token)}
          selling={catalogue.find(({ code }) => code === values.tierCode)}
        />
      ))}
      {needsReason && !isAsked && (
        <Button variant="subtle" className={classes.second} onClick={() => setChosen(true)}>
          {isUnit ? 'Sell a second unit' : 'Make a second link'}
        </Button>
      )}
      {needsReason && isAsked && (
        <TextInput
          ref={reason}
          label={isUnit ? 'Why a second unit?' : 'Why a second link?'}
          description={isTyped ? undefined : errors.duplicateReason}
          name="duplicateReason"
          placeholder={PLACEHOLDERS.duplicateReason}
          autoComplete="off"
          maxLength={LONGEST_REASON}
          required
          withAsterisk={false}
          value={values.duplicateReason}
          error={isTyped ? errors.duplicateReason : undefined}
          onChange={(event) => change('duplicateReason', event.currentTarget.value)}
        />
      )}
    </div>
  );
}

/** The dashboard's list of the token's own row has the upgrade in its menu. */
function Held({ token, tier, selling }: { token: HeldToken; tier: string; selling: CatalogueEntry | undefined }) {
  const { customerFirstName, tokenNumber, paidAt, sellerName, own, upgradeTo = [] } = token;
  const upgrade = selling && upgradeTo.includes(selling.code) ? tierWord(selling.code, selling.label) : null;
  return (
    <Callout
      tone="warning"
      title={WORDS.heldToken(customerFirstName, tokenNumber, formatMoment(paidAt), sellerName)}
      action={
        own && (
          <Button
            component={Link}
            href={`${ROUTES.dashboard}?search=${encodeURIComponent(tokenNumber)}`}
            variant="default"
            size="sm"
          >
            {upgrade === null ? 'Show it' : 'Upgrade it'}
          </Button>
        )
      }
    >
      {upgrade === null ? WORDS.secondUnit : WORDS.upgradeInstead(tier, upgrade)}
    </Callout>
  );
}

/** A tier with a code of its own goes by its name. */
function nameIn(
  catalogue: CatalogueEntry[],
  { tierCode, tokenType }: Pick<OpenLink, 'tierCode' | 'tokenType'>,
): string {
  const own = tierCode === tokenType ? undefined : catalogue.find(({ code }) => code === tierCode);
  return own?.label ?? tokenLabel(tokenType).toLowerCase();
}

function Found({ open, tier }: { open: OpenLink; tier: string }) {
  const { customerFirstName, createdAt, sellerName, own, paymentId } = open;
  return (
    <Callout
      tone="warning"
      title={WORDS.openLink(customerFirstName, tier, formatMoment(createdAt), sellerName)}
      action={
        own &&
        paymentId && (
          <Button component={Link} href={ROUTES.sale(paymentId)}>
            Reopen it
          </Button>
        )
      }
    >
      {own ? 'Show its code again rather than making another.' : WORDS.anotherSellers}
    </Callout>
  );
}

/** What the person holds in other projects: no reason is asked for it. */
export function HeldElsewhere({ holdings }: { holdings: HoldingElsewhere[] }) {
  return (
    <Callout tone="info">
      {holdings.slice(0, SHOWN_ELSEWHERE).map(({ paymentId, project, tokenType, tokenNumber }) => (
        <p key={paymentId}>
          <Link href={ROUTES.sale(paymentId)} className={classes.elsewhere}>
            {WORDS.elsewhere(tokenLabel(tokenType), tokenNumber, project)}
          </Link>
        </p>
      ))}
      {holdings.length > SHOWN_ELSEWHERE && <p>{WORDS.moreElsewhere(holdings.length - SHOWN_ELSEWHERE)}</p>}
    </Callout>
  );
}
