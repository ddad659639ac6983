import type { EmptyStateProps } from './empty-state';
import { Button } from './controls';

/** An empty list because of its filters, which is another thing than an empty list. */
export function noMatch(what: string, onClear: () => void): EmptyStateProps {
  return {
    title: `No ${what} match`,
    hint: 'Try fewer filters, or search by name, email, phone or token number.',
    action: (
      <Button variant="default" onClick={onClear}>
        Clear filters
      </Button>
    ),
  };
}
