import { Switch } from '@mantine/core';
import type { RefundPermission } from '../../hooks/use-refund-permission';
import classes from './refund-permission-control.module.css';

export default function RefundSwitch({ permission }: { permission: RefundPermission }) {
  const { state, saving, toggle } = permission;
  const isEnabled = state?.isEnabled ?? false;
  return (
    <Switch
      classNames={{ body: classes.switchBody, label: classes.switchLabel }}
      label={isEnabled ? 'Refund Enabled' : 'Refund Disabled'}
      checked={isEnabled}
      aria-busy={saving}
      onChange={() => void toggle()}
    />
  );
}
