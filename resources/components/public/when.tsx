import { useFormats } from './use-words';

/** A moment in Indian time, with the exact one for programs. A line ends between its day and its hour, not within them. */
export function When({ at }: { at: string }) {
  const [day, hour] = useFormats().moment(at).split(', ');
  return (
    <time dateTime={at}>
      <span className="pub-nowrap">{day},</span> <span className="pub-nowrap">{hour}</span>
    </time>
  );
}
