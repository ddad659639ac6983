import { BusyRowDialog } from '../dashboard/busy-row-dialog';
import type { RowDialogProps } from '../dashboard/row-dialog-host';
import { upgradeLabel } from '../../lib/row-subject';
import { UpgradeBody } from './upgrade-body';

export default function UpgradeDialog(props: RowDialogProps) {
  return (
    <BusyRowDialog {...props} title={upgradeLabel(props.subject)}>
      {(body) => <UpgradeBody key={props.opening} {...body} />}
    </BusyRowDialog>
  );
}
