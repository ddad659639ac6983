import { Button } from '@mantine/core';
import { type MouseEvent, useState } from 'react';
import type { AdminFilters } from '../../../src/contracts/admin';
import { MESSAGES } from '../../../src/contracts/messages';
import { exportUrl } from '../../lib/admin-list';
import classes from './admin-filters.module.css';

const { exportFailed, exportBusy } = MESSAGES.admin;

/** What stands in the way, in words; null when the file can be had. */
async function obstacleTo(url: string): Promise<string | null> {
  try {
    const { ok, status } = await fetch(url, { method: 'HEAD' });
    if (ok) return null;
    if (status === 401) return MESSAGES.auth.expired;
    return status === 429 ? exportBusy : exportFailed;
  } catch {
    return exportFailed;
  }
}

/**
 * Plain links: the browser saves while the server still writes, however long the list is. It is asked first whether it can
 * be, because a download that is refused says nothing to the person.
 */
export function ExportLinks({ filters }: { filters: AdminFilters }) {
  const [problem, setProblem] = useState<string | null>(null);
  const save = (event: MouseEvent<HTMLAnchorElement>) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    const { href } = event.currentTarget;
    void obstacleTo(href).then((obstacle) => {
      setProblem(obstacle);
      if (obstacle === null) window.location.assign(href);
    });
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
