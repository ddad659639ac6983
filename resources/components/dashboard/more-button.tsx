import { lazy, Suspense, useState, useTransition } from 'react';
import type { RowDesk } from '../../hooks/use-row-desk';
import type { RowChoice, RowSubject } from '../../lib/row-subject';
import { MoreTrigger } from './more-trigger';

const loadMenu = () => import('./more-menu');
const MoreMenu = lazy(loadMenu);

interface MoreButtonProps {
  subject: RowSubject;
  choices: RowChoice[];
  desk: RowDesk;
}

function preload(): void {
  // Only a head start: a failure shows when the menu is asked for.
  loadMenu().catch(() => undefined);
}

/** The menu's code comes with its first use; until it is there the button stays as it is. */
export function MoreButton({ subject, choices, desk }: MoreButtonProps) {
  const [wanted, setWanted] = useState(false);
  const [coming, startTransition] = useTransition();
  return (
    <Suspense fallback={null}>
      {wanted ? (
        <MoreMenu subject={subject} choices={choices} desk={desk} />
      ) : (
        <MoreTrigger
          of={subject.customerName}
          aria-busy={coming}
          onPointerEnter={preload}
          onFocus={preload}
          onClick={() => startTransition(() => setWanted(true))}
        />
      )}
    </Suspense>
  );
}
