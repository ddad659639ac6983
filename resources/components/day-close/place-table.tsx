import type { DayPlaceRow } from '../../../src/contracts/day-close';
import { type Column, DataTable } from '../ui/data-table';
import { FIGURE_COLUMNS } from './day-table';

const COLUMNS: Column<DayPlaceRow>[] = [
  {
    key: 'place',
    header: 'Project and event',
    card: 'title',
    render: (row) => (row.eventId === '' ? <strong>{row.project}</strong> : `${row.project}, ${row.event}`),
  },
  ...FIGURE_COLUMNS,
];

/** Each project with its events; the projects add up to the day. */
export default function PlaceTable({ rows }: { rows: DayPlaceRow[] }) {
  return (
    <DataTable
      caption="The day by project and event"
      columns={COLUMNS}
      rows={rows}
      rowKey={(row) => `${row.projectId}|${row.eventId}`}
    />
  );
}
