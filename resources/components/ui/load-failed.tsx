import { Callout } from './callout';
import { Button } from './controls';

interface LoadFailedProps {
  /** What did not work. */
  title: string;
  /** What the server said; the title again where it said nothing. */
  problem: string;
  /** What is true all the same. */
  truth: string;
  loading: boolean;
  onRetry: () => void;
}

/** Where something should stand that could not be read. */
export function LoadFailed({ title, problem, truth, loading, onRetry }: LoadFailedProps) {
  const retry = (
    <Button variant="default" size="sm" loading={loading} onClick={onRetry}>
      Retry
    </Button>
  );
  return (
    <Callout tone="error" title={title} action={retry}>
      {problem === title ? truth : problem}
    </Callout>
  );
}
