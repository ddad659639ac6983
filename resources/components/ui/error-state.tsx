import { AlertIcon } from './icons';
import classes from './state.module.css';
import { Button } from './controls';

export function ErrorState({ message, onRetry }: { message: string; onRetry: () => void }) {
  return (
    <div className={classes.state} role="alert">
      <span className={classes.fault}>
        <AlertIcon size={32} />
      </span>
      <p className={classes.title}>{message}</p>
      <p className={classes.hint}>Nothing was changed. Your filters are kept.</p>
      <Button variant="default" onClick={onRetry}>
        Retry
      </Button>
    </div>
  );
}
