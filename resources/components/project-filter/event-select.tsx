import type { EventOption } from '../../../src/domain/projects/project-filter';
import { FilterSelect } from '../ui/filter-select';

interface EventSelectProps {
  events: EventOption[];
  value: string;
  onChange: (event: string) => void;
}

/**
 * One select, where somebody has sold in several events. It stays while a filter applies, and names an event that is not among them as
 * unknown.
 */
export function EventSelect({ events, value, onChange }: EventSelectProps) {
  if (events.length < 2 && value === '') return null;
  const isUnknown = value !== '' && !events.some(({ id }) => id === value);
  const options = [
    { value: '', label: 'All events' },
    ...events.map(({ id, name }) => ({ value: id, label: name })),
    ...(isUnknown ? [{ value, label: 'An unknown event' }] : []),
  ];
  return <FilterSelect label="Event" value={value} options={options} onChange={onChange} />;
}
