import type { ReactNode } from 'react';
import type { ShownFields } from '../../../src/contracts/testing';
import { useClipboardToast } from '../../hooks/use-clipboard-toast';
import { ActionIcon } from '../ui/controls';
import { CopyIcon } from '../ui/icons';
import classes from './testing.module.css';

export interface FieldRow {
  name: string;
  /** Text can be copied; anything else is only shown. */
  value: ReactNode;
}

export function rowsOf(fields: ShownFields): FieldRow[] {
  return Object.entries(fields).map(([name, value]) => ({ name, value: value === null ? 'null' : String(value) }));
}

/** Names and values; each text with its own copy button. The roles hold where a narrow screen draws it as blocks. */
export function FieldsTable({ caption, rows }: { caption: string; rows: FieldRow[] }) {
  const copy = useClipboardToast();
  if (rows.length === 0) return null;
  return (
    <table className={classes.table} role="table">
      <caption>{caption}</caption>
      <tbody role="rowgroup">
        {rows.map(({ name, value }) => (
          <tr key={name} role="row">
            <th scope="row" role="rowheader">
              {name}
            </th>
            <td role="cell">
              <div className={classes.cell}>
                <div className={classes.value}>{value === '' ? '(empty)' : value}</div>
                {typeof value === 'string' && value !== '' && (
                  <ActionIcon
                    className={classes.copy}
                    aria-label={`Copy ${name}`}
                    onClick={() => void copy(value, `${name} copied`, `Could not copy ${name}`)}
                  >
                    <CopyIcon />
                  </ActionIcon>
                )}
              </div>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
