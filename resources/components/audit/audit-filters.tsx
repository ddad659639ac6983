import { type FormEvent, useState } from 'react';
import type { AuditFilters as Filters, AuditPage } from '../../../src/contracts/audit';
import { API } from '../../../src/contracts/routes';
import { ProjectFilter } from '../project-filter/project-filter';
import { DayRangeFields, focusUnreadDay } from '../dates/day-range-fields';
import { Button, NativeSelect, TextInput } from '../ui/controls';
import classes from './audit.module.css';

interface AuditFiltersProps {
  page: AuditPage;
  onApply: (filters: Filters) => void;
}

const LABELS = { from: 'From (IST)', to: 'To (IST)' };
const NONE = { actor: '', action: '', subject: '', from: '', to: '', text: '' };

/** Applied together: each look at the log is a look at an address that can be passed on. */
export function AuditFilters({ page, onApply }: AuditFiltersProps) {
  const { filters, problems, actors, actions, projects } = page;
  const [typed, setTyped] = useState(filters);
  const [shown, setShown] = useState(filters);
  if (shown !== filters) {
    // Gone back to another address: the form follows the list.
    setShown(filters);
    setTyped(filters);
  }
  const set = (name: keyof typeof NONE) => (event: { currentTarget: { value: string } }) =>
    setTyped({ ...typed, [name]: event.currentTarget.value });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (focusUnreadDay(event.currentTarget)) return;
    onApply(typed);
  };
  const isFiltered = Object.values(filters).some((value) => value !== '');

  return (
    <form className={classes.filters} role="search" aria-label="Filter the audit log" noValidate onSubmit={submit}>
      <NativeSelect
        label="Who"
        value={typed.actor}
        error={problems.actor}
        data={[{ value: '', label: 'Anybody' }, ...actors]}
        onChange={set('actor')}
      />
      <NativeSelect
        label="What"
        value={typed.action}
        error={problems.action}
        data={[
          { value: '', label: 'Anything' },
          ...actions.map(({ group, actions: of }) => ({
            group,
            items: of.map(({ action, label }) => ({ value: action, label })),
          })),
        ]}
        onChange={set('action')}
      />
      <TextInput
        label="Payment id or staff email"
        value={typed.subject}
        error={problems.subject}
        autoComplete="off"
        spellCheck={false}
        onChange={set('subject')}
      />
      <DayRangeFields
        labels={LABELS}
        value={{ startDate: typed.from, endDate: typed.to }}
        problems={problems}
        onChange={({ startDate: from, endDate: to }) => setTyped((all) => ({ ...all, from, to }))}
      />
      <TextInput
        label="Words in the reason"
        value={typed.text}
        error={problems.text}
        maxLength={100}
        autoComplete="off"
        onChange={set('text')}
      />
      <ProjectFilter
        projects={projects}
        value={{ project: typed.project ?? '', event: typed.event ?? '' }}
        problems={problems}
        labelled
        onChange={(chosen) => setTyped((all) => ({ ...all, ...chosen }))}
      />
      <div className={classes.buttons}>
        <Button type="submit">Apply filters</Button>
        {isFiltered && (
          <Button variant="default" onClick={() => onApply(NONE)}>
            Clear filters
          </Button>
        )}
        <Button component="a" variant="default" href={`${API.auditExport}${queryOf(filters)}`} download>
          Export CSV
        </Button>
      </div>
    </form>
  );
}

function queryOf(filters: Filters): string {
  const chosen = Object.entries(filters).filter(([, value]) => value !== '');
  return chosen.length === 0 ? '' : `?${new URLSearchParams(chosen).toString()}`;
}
