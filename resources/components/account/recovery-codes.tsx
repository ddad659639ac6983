import { useClipboardToast } from '../../hooks/use-clipboard-toast';
import { Callout } from '../ui/callout';
import { Button } from '../ui/controls';
import classes from './account.module.css';

interface RecoveryCodesProps {
  codes: string[];
  onDone: () => void;
}

export function RecoveryCodes({ codes, onDone }: RecoveryCodesProps) {
  const copy = useClipboardToast();
  return (
    <div className={classes.form}>
      <Callout tone="warning" title="Keep these recovery codes now">
        They are shown only once. Each works once, when your telephone is not at hand.
      </Callout>
      <ul className={classes.codes} aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={classes.row}>
        <Button variant="default" onClick={() => void copy(codes.join('\n'), 'Recovery codes copied')}>
          Copy codes
        </Button>
        <Button onClick={onDone}>I have kept them</Button>
      </div>
    </div>
  );
}
