import type { RefundPermission } from '../../hooks/use-refund-permission';
import { useSharedProps } from '../../hooks/use-shared-props';
import { CheckCircleIcon, StopIcon } from '../ui/icons';
import { Pill } from '../ui/pill';
import classes from './refund-permission-control.module.css';
import { RefundSwitch } from './refund-switch';

/** An admin of all projects switches refunds on and off; everybody else only sees which it is. */
export function RefundPermissionControl({ permission }: { permission: RefundPermission }) {
  const { user } = useSharedProps().auth;
  const maySwitch = user?.role === 'admin' && !user.limited;
  const { state, problem, reload } = permission;
  return (
    <div className={classes.control}>
      {state && maySwitch && <RefundSwitch permission={permission} />}
      {state && !maySwitch && <PermissionBadge isEnabled={state.isEnabled} />}
      {problem && (
        <p className={classes.fault} role="alert">
          {problem.text}
          {problem.loading && (
            <button type="button" className={classes.retry} onClick={() => void reload()}>
              Retry
            </button>
          )}
        </p>
      )}
    </div>
  );
}

function PermissionBadge({ isEnabled }: { isEnabled: boolean }) {
  return (
    <Pill tone={isEnabled ? 'green' : 'grey'} icon={isEnabled ? <CheckCircleIcon size={16} /> : <StopIcon size={16} />}>
      {isEnabled ? 'Refund Enabled' : 'Refund Disabled'}
    </Pill>
  );
}
