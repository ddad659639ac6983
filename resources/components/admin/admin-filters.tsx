import type { ReactNode } from 'react';
import type { AdminFilters, SellerOption } from '../../../src/contracts/admin';
import type { ProjectOption } from '../../../src/domain/projects/project-filter';
import { STATUS_OPTIONS, TOKEN_OPTIONS } from '../../lib/filter-options';
import { DayRangeFields } from '../dates/day-range-fields';
import { ProjectFilter } from '../project-filter/project-filter';
import { FilterSelect } from '../ui/filter-select';
import classes from './admin-filters.module.css';

interface AdminFilterFieldsProps {
  filters: AdminFilters;
  sellers: SellerOption[];
  projects: ProjectOption[] | undefined;
  onChange: (change: Partial<AdminFilters>) => void;
  /** Stands first in the line. */
  children: ReactNode;
}

/** One line with every filter; each change loads the list at once. */
export function AdminFilterFields({ filters, sellers, projects, onChange, children }: AdminFilterFieldsProps) {
  const sellerOptions = [
    { value: '', label: 'All sales managers' },
    ...sellers.map(({ id, name }) => ({ value: id, label: name })),
  ];
  return (
    <div className={classes.fields}>
      {children}
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
      <ProjectFilter
        projects={projects}
        value={{ project: filters.project, event: filters.event }}
        onChange={onChange}
      />
      <DayRangeFields
        className={classes.day ?? ''}
        value={{ startDate: filters.startDate, endDate: filters.endDate }}
        onChange={onChange}
      />
    </div>
  );
}
