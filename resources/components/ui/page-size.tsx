import { useState } from 'react';
import type { PreferencesData } from '../../../src/contracts/accounts';
import { MESSAGES } from '../../../src/contracts/messages';
import { API } from '../../../src/contracts/routes';
import { sizesOf, type SizedList } from '../../../src/domain/people/preferences';
import { api, errorText } from '../../lib/api';
import { toast } from '../../lib/toasts';
import classes from './page-size.module.css';

interface PageSizeProps {
  list: SizedList;
  /** Rows on a page now. */
  value: number;
  /** It is stored: the list can be read again. */
  onChanged: () => void;
}

/** How many rows a page holds; kept with the person's account, so that it is there at the next visit on any device. */
export function PageSize({ list, value, onChanged }: PageSizeProps) {
  const [wanted, setWanted] = useState<number | null>(null);
  const choose = async (pageSize: number) => {
    setWanted(pageSize);
    try {
      await api.post<PreferencesData>(API.preferences, { list, pageSize }, { fallback: MESSAGES.preferences.failed });
      onChanged();
    } catch (error) {
      toast('error', errorText(error, MESSAGES.preferences.failed));
    }
    setWanted(null);
  };
  const sizes = [...new Set([...sizesOf(list), value])].sort((one, other) => one - other);
  return (
    <label className={classes.size}>
      <span>Rows</span>
      <select
        className={classes.choice}
        aria-label="Rows on a page"
        value={wanted ?? value}
        onChange={(event) => void choose(Number(event.currentTarget.value))}
      >
        {sizes.map((size) => (
          <option key={size} value={size}>
            {size}
          </option>
        ))}
      </select>
    </label>
  );
}
