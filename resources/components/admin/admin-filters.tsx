import { TextInput } from '@mantine/core';
import { useState } from 'react';
import type { AdminFilters, SellerOption } from '../../../src/contracts/admin';
import { MESSAGES } from '../../../src/contracts/messages';
import { isIstDay } from '../../../src/domain/calendar/ist-day';
import { STATUS_OPTIONS, TOKEN_OPTIONS } from '../../lib/filter-options';
import { CheckField } from '../ui/check-field';
import { FilterSelect } from '../ui/filter-select';
import classes from './admin-filters.module.css';

interface AdminFilterFieldsProps {
  filters: AdminFilters;
  sellers: SellerOption[];
  onChange: (change: Partial<AdminFilters>) => void;
}

/** Every filter but the search; each change loads the list at once. */
export function AdminFilterFields({ filters, sellers, onChange }: AdminFilterFieldsProps) {
  const sellerOptions = [
    { value: '', label: 'All sales managers' },
    ...sellers.map(({ id, name }) => ({ value: id, label: name })),
  ];
  return (
    <div className={classes.fields}>
      <FilterSelect
        label="Status"
        value={filters.status}
        options={STATUS_OPTIONS}
        onChange={(status) => onChange({ status })}
      />
      <FilterSelect
        label="Token type"
        value={filters.tokenType}
        options={TOKEN_OPTIONS}
        onChange={(tokenType) => onChange({ tokenType })}
      />
      <FilterSelect
        label="Sales manager"
        value={filters.salesManager}
        options={sellerOptions}
        onChange={(salesManager) => onChange({ salesManager })}
      />
      <Days key={`${filters.startDate} ${filters.endDate}`} filters={filters} onChange={onChange} />
      <CheckField
        label="Needs review"
        checked={filters.needsReview}
        onChange={(needsReview) => onChange({ needsReview })}
      />
    </div>
  );
}

/** A year that is being typed is no day yet. */
const isGiven = (day: string) => day === '' || isIstDay(day);
const isAskable = ({ startDate, endDate }: Pick<AdminFilters, 'startDate' | 'endDate'>) =>
  isGiven(startDate) && isGiven(endDate) && (startDate === '' || endDate === '' || endDate >= startDate);

/** Days in India, both included. The list is left alone while they contradict each other. */
function Days({ filters, onChange }: Omit<AdminFilterFieldsProps, 'sellers'>) {
  const [days, setDays] = useState({ startDate: filters.startDate, endDate: filters.endDate });
  const reversed = days.startDate !== '' && days.endDate !== '' && days.endDate < days.startDate;
  const change = (part: Partial<typeof days>) => {
    const next = { ...days, ...part };
    setDays(next);
    if (isAskable(next)) onChange(next);
  };
  return (
    <>
      <TextInput
        className={classes.day}
        type="date"
        label="From"
        value={days.startDate}
        min="2000-01-01"
        max="2099-12-31"
        onChange={(event) => change({ startDate: event.currentTarget.value })}
      />
      <TextInput
        className={classes.day}
        type="date"
        label="To"
        value={days.endDate}
        min="2000-01-01"
        max="2099-12-31"
        error={reversed && MESSAGES.admin.datesReversed}
        onChange={(event) => change({ endDate: event.currentTarget.value })}
      />
    </>
  );
}
