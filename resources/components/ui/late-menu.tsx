import { useState } from 'react';
import { type LoadPart, useLatePart } from '../../hooks/use-late-part';
import { MoreTrigger } from './more-trigger';
import { MissingDialog } from './missing-dialog';

interface LateMenuProps<P> {
  /** Whose row it is. */
  of: string;
  /** Fetches the menu, which is open when it appears and has a trigger of its own. */
  load: LoadPart<P>;
  menu: P;
}

/** A row's menu whose code comes with its first use; until it is there the button stays as it is. */
export function LateMenu<P extends object>({ of, load, menu }: LateMenuProps<P>) {
  const [wanted, setWanted] = useState(false);
  const { Part: Menu, isMissing, retry } = useLatePart(load, wanted);
  // Only a head start: a failure shows when the menu is asked for.
  const preload = () => void load().catch(() => undefined);
  if (wanted && Menu) return <Menu {...menu} />;
  return (
    <>
      <MoreTrigger
        of={of}
        aria-busy={wanted && !isMissing}
        onPointerEnter={preload}
        onFocus={preload}
        onClick={() => setWanted(true)}
      />
      {isMissing && <MissingDialog opened={wanted} onClose={() => setWanted(false)} onRetry={retry} />}
    </>
  );
}
