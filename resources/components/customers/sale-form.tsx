import { type ReactNode, useEffect, useState } from 'react';
import type { PageProps } from '../../../src/contracts/pages';
import { ROUTES } from '../../../src/contracts/routes';
import { tokenLabel } from '../../../src/domain/payment/token-catalogue';
import { useAwaitedSale } from '../../hooks/use-awaited-sale';
import { useCreateLink } from '../../hooks/use-create-link';
import { mendKeyOfAddress, onMend } from '../../lib/mend-sale';
import { late } from '../ui/late';
import { CustomerFields } from './customer-fields';

/** Seldom needed: the link was made, and its own screen could not be fetched. */
const LinkCreated = late(() => import('./link-created'));

export interface SaleFormProps extends Pick<
  PageProps['Customers/New'],
  'catalogue' | 'referenceTypes' | 'linkTtlHours' | 'unitsLeft'
> {
  personId: string;
  /** The event that is sold in, where nobody can be asked. */
  eventId?: string;
  /** Where Back leads; null where nothing else can be opened. */
  home: string | null;
  /** Above the form, for as long as it is there. */
  children?: ReactNode;
}

interface Turn {
  number: number;
  /** The waiting sale that is brought back into the form. */
  mendKey: string | null;
  /** The sale of the last turn, which waits to be sent. */
  awaitedKey: string | null;
}

/** The form, customer after customer: each turn is a new form. */
export function SaleForm(props: SaleFormProps) {
  const [turn, setTurn] = useState<Turn>(() => ({ number: 0, mendKey: mendKeyOfAddress(), awaitedKey: null }));
  useEffect(
    () => onMend((key) => setTurn(({ number }) => ({ number: number + 1, mendKey: key, awaitedKey: null }))),
    [],
  );
  const onWaiting = (key: string) => setTurn(({ number }) => ({ number: number + 1, mendKey: null, awaitedKey: key }));
  return <OneSale key={turn.number} {...props} turn={turn} onWaiting={onWaiting} />;
}

function OneSale({ turn, onWaiting, ...props }: SaleFormProps & { turn: Turn; onWaiting: (key: string) => void }) {
  const { catalogue, referenceTypes, linkTtlHours, unitsLeft, personId, eventId, home, children } = props;
  const isOffline = home === null;
  const { mendKey } = turn;
  const link = useCreateLink({ catalogue, linkTtlHours, personId, eventId, mendKey, isOffline, onWaiting });
  // Where nothing else can be opened, the whole page gives way first.
  useAwaitedSale(isOffline ? null : turn.awaitedKey, link.isUntouched);
  if (link.created) {
    const { tierCode, tokenType } = link.created;
    const tierName = catalogue.find(({ code }) => code === tierCode)?.label ?? tokenLabel(tokenType);
    return <LinkCreated created={link.created} tierName={tierName} home={home ?? ROUTES.dashboard} />;
  }
  return (
    <>
      {children}
      <CustomerFields
        link={link}
        catalogue={catalogue}
        referenceTypes={referenceTypes}
        linkTtlHours={linkTtlHours}
        unitsLeft={unitsLeft}
        home={home}
      />
    </>
  );
}
