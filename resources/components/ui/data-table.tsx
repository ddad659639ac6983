import type { ReactNode } from 'react';
import classes from './data-table.module.css';

export interface Column<Row> {
  key: string;
  header: string;
  render: (row: Row) => ReactNode;
  /** Numbers stand right. */
  align?: 'end';
  /** The cell's place once rows have become cards. */
  card?: 'title' | 'figure' | 'state' | 'mark' | 'field' | 'actions';
  /** Left out between the card and the full table, where another cell says it. */
  wideOnly?: boolean;
  /** The header is for screen readers alone. */
  quietHeader?: boolean;
}

interface DataTableProps<Row> {
  caption: string;
  columns: Column<Row>[];
  rows: Row[];
  rowKey: (row: Row) => string;
  busy?: boolean;
}

/**
 * One table for every width: a narrow one draws the same cells as cards. The roles are written out because a table
 * drawn as blocks would otherwise stop being one for screen readers.
 */
export function DataTable<Row>({ caption, columns, rows, rowKey, busy = false }: DataTableProps<Row>) {
  return (
    <div className={classes.scroll} role="group" aria-label={caption} tabIndex={0} aria-busy={busy}>
      <table className={classes.table} role="table">
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
              >
                <span className={column.quietHeader ? 'td-hidden' : undefined}>{column.header}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map((row) => (
            <tr key={rowKey(row)} role="row">
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
}
