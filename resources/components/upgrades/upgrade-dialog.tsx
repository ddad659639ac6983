import { BusyRowDialog } from '../dashboard/busy-row-dialog';
import type { RowDialogProps } from '../dashboard/row-dialog-host';
import { UpgradeBody } from './upgrade-body';

export default function UpgradeDialog(props: RowDialogProps) {
  return (
    <BusyRowDialog {...props} title="Upgrade to Platinum">
      {(body) => <UpgradeBody key={props.opening} {...body} />}
    </BusyRowDialog>
  );
}
