import type { MouseEvent, ReactNode } from 'react';
import { SortAscIcon, SortDescIcon } from './icons';
import classes from './data-table.module.css';

export interface Column<Row> {
  key: string;
  header: string;
  render: (row: Row) => ReactNode;
  /** Numbers stand right. */
  align?: 'end';
  /** The cell's place once rows have become cards. */
  card?: 'title' | 'figure' | 'state' | 'mark' | 'field' | 'actions';
  /** Left out between the card and the full table, where another cell says it; `first` before the others. */
  wideOnly?: boolean | 'first';
  /** The header is for screen readers alone. */
  quietHeader?: boolean;
  /** The header sorts the list by this. */
  sort?: string;
}

export interface TableSort {
  by: string;
  direction: 'asc' | 'desc';
  onSort: (by: string, direction: 'asc' | 'desc') => void;
}

interface DataTableProps<Row> {
  caption: string;
  columns: Column<Row>[];
  rows: Row[];
  rowKey: (row: Row) => string;
  busy?: boolean;
  /** Cards stand closer: for a long list that is skimmed. */
  compact?: boolean;
  /** Rows of 48 px, below headers that stay in sight in a list panel; it stays a table down to 40rem. */
  dense?: boolean;
  sort?: TableSort;
  /** A click beside the row's own controls; whoever uses the keyboard takes the row's opening link. */
  onRowOpen?: (row: Row) => void;
}

/** Links, buttons and fields inside a row keep their clicks, and so does text that is being selected. */
const OWN_CLICK = 'a, button, input, label, select, [role="menu"]';

function isPlainClick(event: MouseEvent): boolean {
  const target = event.target as Element;
  return !target.closest(OWN_CLICK) && (window.getSelection()?.isCollapsed ?? true);
}

/**
 * One table for every width: a narrow one draws the same cells as cards. The roles are written out because a table
 * drawn as blocks would otherwise stop being one for screen readers.
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { caption, columns, rows, rowKey, busy = false, compact, dense = false, sort, onRowOpen } = props;
  const hasFields = !compact && columns.some(({ card = 'field', wideOnly }) => card === 'field' && !wideOnly);
  const table = (
    <div
      className={classes.scroll}
      role="group"
      aria-label={caption}
      tabIndex={0}
      aria-busy={busy}
      data-dense={dense || undefined}
    >
      <table
        className={classes.table}
        data-compact={compact}
        data-dense={dense || undefined}
        data-fields={hasFields || undefined}
        role="table"
      >
        <caption className="td-hidden">{caption}</caption>
        <thead role="rowgroup">
          <tr role="row">
            {columns.map((column) => (
              <th
                key={column.key}
                scope="col"
                role="columnheader"
                data-align={column.align}
                data-wide={column.wideOnly}
                aria-sort={sort && column.sort === sort.by ? SPOKEN[sort.direction] : undefined}
              >
                {sort && column.sort ? (
                  <SortButton column={column.sort} header={column.header} sort={sort} />
                ) : (
                  <span className={column.quietHeader ? 'td-hidden' : undefined}>{column.header}</span>
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map((row) => (
            <tr
              key={rowKey(row)}
              role="row"
              data-opens={onRowOpen ? true : undefined}
              onClick={(event) => onRowOpen && isPlainClick(event) && onRowOpen(row)}
            >
              {columns.map((column) => (
                <td
                  key={column.key}
                  role="cell"
                  data-align={column.align}
                  data-wide={column.wideOnly}
                  data-card={column.card ?? 'field'}
                  data-label={column.header}
                >
                  {column.render(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
  return dense ? <div className={classes.room}>{table}</div> : table;
}

const SPOKEN = { asc: 'ascending', desc: 'descending' } as const;

/** The first click sorts from the top down, the next one turns it round. */
function SortButton({ column, header, sort }: { column: string; header: string; sort: TableSort }) {
  const active = sort.by === column;
  const next = active && sort.direction === 'desc' ? 'asc' : 'desc';
  return (
    <button type="button" className={classes.sort} onClick={() => sort.onSort(column, next)}>
      {header}
      <span data-shown={active || undefined} className={classes.arrow}>
        {active && sort.direction === 'asc' ? <SortAscIcon size={14} /> : <SortDescIcon size={14} />}
      </span>
    </button>
  );
}
