import type { ReactNode } from 'react';
import { type LoadPart, useLatePart } from '../../hooks/use-late-part';
import { MissingDialog } from './missing-dialog';

interface Meanwhile<P> {
  /** Holds its place. */
  waiting?: ReactNode;
  /** Stands for it while its code cannot be had; without it nothing does. */
  missing?: (retry: () => void, props: P) => ReactNode;
}

/** A component whose code comes when it is first shown. */
export function late<P extends object>(load: LoadPart<P>, { waiting = null, missing }: Meanwhile<P> = {}) {
  return function Late(props: P) {
    const { Part, isMissing, retry } = useLatePart(load);
    if (Part) return <Part {...props} />;
    return isMissing ? missing?.(retry, props) : waiting;
  };
}

interface DialogState {
  opened: boolean;
  onClose: () => void;
}

/** The same for a dialog: a plain one takes its place, and says that its code could not be had. */
export function lateDialog<P extends DialogState>(load: LoadPart<P>) {
  return lateDialogOf(load, (props) => props);
}

/** @param stateOf for a dialog that is told by other props whether it is open */
export function lateDialogOf<P extends object>(load: LoadPart<P>, stateOf: (props: P) => DialogState) {
  return late(load, {
    missing: (retry, props) => {
      const { opened, onClose } = stateOf(props);
      return <MissingDialog opened={opened} onClose={onClose} onRetry={retry} />;
    },
  });
}
