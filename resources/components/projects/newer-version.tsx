import { router } from '@inertiajs/react';
import { useEffect } from 'react';
import { Callout } from '../ui/callout';
import { Button } from '../ui/controls';

/** @param isRefused whether the server says that there is a newer version, which is read then; what was typed stays */
export function useNewerVersion(isRefused: boolean): void {
  useEffect(() => {
    if (isRefused) router.reload();
  }, [isRefused]);
}

/** The day that was chosen before, unless it has passed meanwhile. */
export function laterOf(earliest: string, chosen = ''): string {
  return chosen < earliest ? earliest : chosen;
}

/** The form was left without a word, or with its session. */
export function TypedBefore() {
  return <Callout tone="info">What you typed before is back. “Cancel” drops it.</Callout>;
}

interface NewerVersionProps {
  number: number;
  /** What was typed is to follow the newer version. */
  onGoOn: () => void;
}

/** The newer version stands below the form, among the others. */
export function NewerVersion({ number, onGoOn }: NewerVersionProps) {
  return (
    <Callout
      tone="error"
      title={`Version ${number} was made while you wrote this one`}
      action={
        <Button type="button" variant="default" onClick={onGoOn}>
          Keep what I wrote
        </Button>
      }
    >
      It is shown below, and nothing that you wrote is lost. But what you wrote would take back what version {number}{' '}
      has changed: add that here, or cancel and start again from version {number}.
    </Callout>
  );
}
