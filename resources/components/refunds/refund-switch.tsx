import type { RefundPermission } from '../../hooks/use-refund-permission';
import { RuleSwitch } from '../ui/rule-switch';

export function RefundSwitch({ permission }: { permission: RefundPermission }) {
  const { state, saving, toggle } = permission;
  const isEnabled = state?.isEnabled ?? false;
  return (
    <RuleSwitch
      label={isEnabled ? 'Refund Enabled' : 'Refund Disabled'}
      checked={isEnabled}
      aria-busy={saving}
      onChange={() => void toggle()}
    />
  );
}
