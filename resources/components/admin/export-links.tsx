import { type MouseEvent, useState } from 'react';
import type { AdminFilters } from '../../../src/contracts/admin';
import { exportUrl } from '../../lib/admin-list';
import { saveFile } from '../../lib/save-file';
import { Button } from '../ui/controls';
import classes from './admin-filters.module.css';

/** Plain links: the browser saves while the server still writes, however long the list is. */
export function ExportLinks({ filters }: { filters: AdminFilters }) {
  const [problem, setProblem] = useState<string | null>(null);
  const save = (event: MouseEvent<HTMLAnchorElement>) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    void saveFile(event.currentTarget.href).then(setProblem);
  };
  return (
    <div className={classes.exports} role="group" aria-label="Export these payments">
      <Button component="a" variant="default" href={exportUrl(filters, 'csv')} download onClick={save}>
        Export CSV
      </Button>
      <Button component="a" variant="default" href={exportUrl(filters, 'xlsx')} download onClick={save}>
        Export XLSX
      </Button>
      {problem && (
        <p role="alert" className={classes.problem}>
          {problem}
        </p>
      )}
    </div>
  );
}
