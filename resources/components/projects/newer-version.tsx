import { router } from '@inertiajs/react';
import { useEffect, useState } from 'react';
import { Callout } from '../ui/callout';
import { Button } from '../ui/controls';

/**
 * The version that a form was filled from, and whether another one has been made since.
 * @param newest number of the newest version on the page, 0 for none
 * @param isRefused whether the server says that there is a newer one, which is read then; what was typed stays
 */
export function useBasedOn(newest: number, isRefused: boolean) {
  const [basedOn, setBasedOn] = useState(newest);
  useEffect(() => {
    if (isRefused) router.reload();
  }, [isRefused]);
  return { basedOn, isOvertaken: newest !== basedOn, goOn: () => setBasedOn(newest) };
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
