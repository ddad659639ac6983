import { useEffect, useRef } from 'react';
import { type ListedStatus, statusChanges } from '../../lib/status-changes';

/** Gone after it: the same words again are news again, and nobody reads them as the present state later. */
const SAID_MS = 10_000;

interface StatusChangesProps<Row> {
  rows: readonly Row[];
  nameOf: (row: Row) => string;
}

/** Says to whoever cannot see it that a row of the list has changed its status. */
export function StatusChanges<Row extends ListedStatus>({ rows, nameOf }: StatusChangesProps<Row>) {
  const region = useRef<HTMLParagraphElement>(null);
  const before = useRef(rows);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    const text = statusChanges(before.current, rows, nameOf, Date.now());
    before.current = rows;
    const place = region.current;
    if (!text || !place) return;
    place.textContent = text;
    clearTimeout(timer.current);
    timer.current = setTimeout(() => place.replaceChildren(), SAID_MS);
  }, [rows, nameOf]);
  useEffect(() => () => clearTimeout(timer.current), []);
  return <p ref={region} className="td-hidden" role="status" />;
}
