import type { AdminFilters, AdminPaymentRow } from '../../../src/contracts/admin';
import { useDialog } from '../../hooks/use-dialog';
import type { Ticks } from '../../hooks/use-ticks';
import { formatCount } from '../../lib/format';
import { CheckField } from '../ui/check-field';
import { lateDialog } from '../ui/late';
import classes from './list-tools.module.css';
import { Button } from '../ui/controls';

const BulkDialog = lateDialog(() => import('./bulk-dialog'));

interface BulkBarProps {
  rows: AdminPaymentRow[];
  filters: AdminFilters;
  total: number;
  totalIsCapped: boolean;
  ticks: Ticks;
  /** Reads the list again. */
  refresh: () => Promise<boolean>;
}

/** What is done with the ticked payments, or with all of the list when none is ticked. */
export function BulkBar({ rows, filters, total, totalIsCapped, ticks, refresh }: BulkBarProps) {
  const dialog = useDialog();
  const shown = rows.map(({ paymentId }) => paymentId);
  const all = shown.length > 0 && shown.every((id) => ticks.has(id));
  const number = ticks.ids.length;
  return (
    <div className={classes.bulk}>
      <CheckField
        label="Tick this page"
        checked={all}
        disabled={shown.length === 0}
        onChange={(isTicked) => ticks.set(shown, isTicked)}
      />
      <Button variant="default" disabled={total === 0} onClick={dialog.open}>
        {number > 0 ? `Actions on ${number} ticked…` : wordsOfAll(total, totalIsCapped)}
      </Button>
      {number > 0 && (
        <Button variant="subtle" onClick={ticks.clear}>
          Untick all
        </Button>
      )}
      {dialog.wanted && (
        <BulkDialog
          opened={dialog.opened}
          onClose={dialog.close}
          filters={filters}
          chosen={ticks.ids}
          onChanged={() => void refresh()}
        />
      )}
    </div>
  );
}

function wordsOfAll(total: number, isCapped: boolean): string {
  if (total === 0) return 'Actions on all…';
  return total === 1 ? 'Actions on 1 payment…' : `Actions on all ${formatCount(total)}${isCapped ? '+' : ''}…`;
}
