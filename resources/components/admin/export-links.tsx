import { Button } from '@mantine/core';
import type { AdminFilters } from '../../../src/contracts/admin';
import { exportUrl } from '../../lib/admin-list';
import classes from './admin-filters.module.css';

/** Plain links: the browser saves while the server still writes, however long the list is. */
export function ExportLinks({ filters }: { filters: AdminFilters }) {
  return (
    <div className={classes.exports} role="group" aria-label="Export these payments">
      <Button component="a" variant="default" href={exportUrl(filters, 'csv')} download>
        Export CSV
      </Button>
      <Button component="a" variant="default" href={exportUrl(filters, 'xlsx')} download>
        Export XLSX
      </Button>
    </div>
  );
}
