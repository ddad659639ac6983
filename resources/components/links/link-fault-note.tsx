import { Callout } from '../ui/callout';
import type { LinkFault } from './use-link-action';

interface LinkFaultNoteProps {
  fault: LinkFault | null;
  /** What could not be done. */
  failed: string;
  /** What is true when it was refused without a reason. */
  refused: string;
  /** What to do while nobody knows whether it was done. */
  open: string;
}

/** Why the link is not changed; or that nobody knows whether it is. */
export function LinkFaultNote({ fault, failed, refused, open }: LinkFaultNoteProps) {
  if (!fault) return null;
  if (fault.isOpen) {
    return (
      <Callout tone="warning" title={fault.text}>
        {open}
      </Callout>
    );
  }
  return (
    <Callout tone="error" title={failed}>
      {fault.text === failed ? refused : fault.text}
    </Callout>
  );
}
