import { BusyRowDialog } from '../dashboard/busy-row-dialog';
import type { RowDialogProps } from '../dashboard/row-dialog-host';
import { RefundBody } from './refund-body';

export default function RefundDialog(props: RowDialogProps) {
  return (
    <BusyRowDialog {...props} title="Process Refund">
      {(body) => <RefundBody key={props.opening} {...body} />}
    </BusyRowDialog>
  );
}
