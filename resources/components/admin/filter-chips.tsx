import type { AdminFilters, SellerOption } from '../../../src/contracts/admin';
import { statusFilterLabel } from '../../../src/domain/payment/status-filter';
import { tokenLabel } from '../../../src/domain/payment/token-catalogue';
import type { ProjectOption } from '../../../src/domain/projects/project-filter';
import { type FilterName, isFiltered, NO_FILTERS } from '../../lib/admin-list';
import { formatDay } from '../../lib/format';
import { eventWords, projectWords } from '../../lib/project-choice';
import { CrossCircleIcon } from '../ui/icons';
import classes from './admin-filters.module.css';

interface FilterChipsProps {
  filters: AdminFilters;
  sellers: SellerOption[];
  projects: ProjectOption[] | undefined;
  onChange: (change: Partial<AdminFilters>) => void;
}

/** What the list is narrowed down by, each taken away by a click. */
export function FilterChips({ filters, sellers, projects = [], onChange }: FilterChipsProps) {
  if (!isFiltered(filters)) return null;
  const { search, status, tokenType, salesManager, project, event, startDate, endDate, needsReview } = filters;
  const words: Record<FilterName, string | false> = {
    search: search !== '' && `“${search}”`,
    status: status !== '' && statusFilterLabel(status),
    tokenType: tokenType !== '' && `${tokenLabel(tokenType)} token`,
    salesManager:
      salesManager !== '' && `by ${sellers.find(({ id }) => id === salesManager)?.name ?? 'somebody unknown'}`,
    project: projectWords(projects, project) ?? false,
    event: eventWords(projects, event) ?? false,
    startDate: startDate !== '' && `from ${formatDay(startDate)}`,
    endDate: endDate !== '' && `to ${formatDay(endDate)}`,
    needsReview: needsReview && 'Needs review',
  };
  const names = (Object.keys(NO_FILTERS) as FilterName[]).filter((name) => words[name] !== false);
  return (
    <ul className={classes.chips} aria-label="Filters in use">
      {names.map((name) => (
        <li key={name}>
          <button
            type="button"
            className={classes.chip}
            aria-label={`Remove filter ${words[name]}`}
            onClick={() => onChange({ [name]: NO_FILTERS[name] })}
          >
            {words[name]}
            <CrossCircleIcon size={16} />
          </button>
        </li>
      ))}
      <li>
        <button type="button" className={classes.clear} onClick={() => onChange(NO_FILTERS)}>
          Clear all
        </button>
      </li>
    </ul>
  );
}
