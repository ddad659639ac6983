import type { EventOption } from '../../../src/domain/projects/project-filter';
import { FilterSelect } from '../ui/filter-select';

interface EventSelectProps {
  events: EventOption[];
  value: string;
  onChange: (event: string) => void;
}

/** One select, where somebody has sold in several events. */
export function EventSelect({ events, value, onChange }: EventSelectProps) {
  if (events.length < 2) return null;
  const options = [{ value: '', label: 'All events' }, ...events.map(({ id, name }) => ({ value: id, label: name }))];
  return <FilterSelect label="Event" value={value} options={options} onChange={onChange} />;
}
