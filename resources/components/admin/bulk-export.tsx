import { useState } from 'react';
import type { Selection } from '../../../src/contracts/bulk';
import { exportOf } from '../../lib/bulk-run';
import { formatCount } from '../../lib/format';
import { saveFile } from '../../lib/save-file';
import { Callout } from '../ui/callout';
import { DialogFoot } from '../ui/dialog-parts';
import { Button } from '../ui/controls';

interface BulkExportProps {
  selection: Selection;
  params: URLSearchParams;
  onClose: () => void;
}

/** A file of the ticked payments, or of those that match the filters when it is saved; those made after the count are not in it. */
export function BulkExport({ selection, params, onClose }: BulkExportProps) {
  const [outcome, setOutcome] = useState<{ tone: 'success' | 'error'; text: string } | null>(null);
  const { total, upTo } = selection;
  const rows = total === 1 ? '1 payment' : `${formatCount(total)} payments`;
  const save = async (format: 'csv' | 'xlsx') => {
    const problem = await saveFile(exportOf(selection, params, format));
    if (problem === null) setOutcome({ tone: 'success', text: 'The browser saves the file.' });
    else setOutcome({ tone: 'error', text: problem });
  };
  return (
    <>
      <p>
        {upTo === '' ? (
          <strong>Exactly {rows}.</strong>
        ) : (
          <>
            <strong>{rows} now.</strong> The file holds those that match the filters when it is saved: a payment that
            changes before then may drop out or come in. Payments made from now on are left out.
          </>
        )}
      </p>
      <div role="status">{outcome && <Callout tone={outcome.tone}>{outcome.text}</Callout>}</div>
      <DialogFoot>
        <Button variant="default" onClick={onClose}>
          Close
        </Button>
        <Button variant="default" onClick={() => void save('csv')}>
          Save CSV
        </Button>
        <Button onClick={() => void save('xlsx')}>Save XLSX</Button>
      </DialogFoot>
    </>
  );
}
