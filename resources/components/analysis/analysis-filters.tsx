import type { SellerOption } from '../../../src/contracts/admin';
import type { AnalysisFilters as Filters } from '../../../src/contracts/analysis';
import { dayPresets, type IstDays } from '../../../src/domain/calendar/day-ranges';
import type { ProjectOption } from '../../../src/domain/projects/project-filter';
import { TOKEN_OPTIONS } from '../../lib/filter-options';
import { DayRangeFields } from '../dates/day-range-fields';
import { ProjectFilter } from '../project-filter/project-filter';
import classes from './analysis.module.css';
import { Button, NativeSelect } from '../ui/controls';

interface AnalysisFiltersProps {
  value: Filters;
  /** The Indian day of the server. */
  today: string;
  sellers: SellerOption[];
  projects: ProjectOption[] | undefined;
  onChange: (change: Partial<Filters>) => void;
}

const same = (a: IstDays, b: IstDays) => a.startDate === b.startDate && a.endDate === b.endDate;

/** Days of the Indian calendar, wherever the reader is, and whose payments count. */
export function AnalysisFilters({ value, today, sellers, projects, onChange }: AnalysisFiltersProps) {
  const sellerOptions = [
    { value: '', label: 'All sales managers' },
    ...sellers.map(({ id, name }) => ({ value: id, label: name })),
  ];
  return (
    <div className={classes.filters} role="group" aria-label="Filters">
      <div className={classes.presets} role="group" aria-label="Days">
        {dayPresets(today).map(({ label, days }) => (
          <Button
            key={label}
            variant={same(days, value) ? 'filled' : 'default'}
            aria-pressed={same(days, value)}
            onClick={() => onChange(days)}
          >
            {label}
          </Button>
        ))}
      </div>
      <div className={classes.days}>
        <DayRangeFields className={classes.day ?? ''} value={value} today={today} max={today} onChange={onChange} />
        <NativeSelect
          aria-label="Token type"
          value={value.tokenType}
          data={TOKEN_OPTIONS}
          onChange={({ currentTarget }) => onChange({ tokenType: currentTarget.value as Filters['tokenType'] })}
        />
        <NativeSelect
          aria-label="Sales manager"
          value={value.salesManager}
          data={sellerOptions}
          onChange={({ currentTarget }) => onChange({ salesManager: currentTarget.value })}
        />
        <ProjectFilter
          projects={projects}
          value={{ project: value.project ?? '', event: value.event ?? '' }}
          onChange={onChange}
        />
      </div>
    </div>
  );
}
