const PATHS = {
  arrow: 'M4 12h15M13 6l6 6-6 6',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  clock: 'M12 6.5V12l3.5 2.5M21 12a9 9 0 1 1-18 0 9 9 0 0 1 18 0z',
  bank: 'M3 10l9-6 9 6M5 10v8M10 10v8M14 10v8M19 10v8M3 20.5h18',
  cross: 'M6.5 6.5l11 11M17.5 6.5l-11 11',
  back: 'M4 9h10.5a5.5 5.5 0 1 1 0 11H8M8 5L4 9l4 4',
  expired: 'M7 3.5h10M7 20.5h10M8 3.5c0 5 8 6.5 8 17M16 3.5c0 5-8 6.5-8 17',
  lock: 'M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3',
  question: 'M9 9.2a3 3 0 1 1 4.3 2.7c-.900.5-1.3 1-1.3 2.1M12 17.5v.1',
} as const;

export type IconName = keyof typeof PATHS;

/** Decoration beside a word that says the same. */
export function Icon({ name, className = 'pub-icon' }: { name: IconName; className?: string }) {
  return (
    <svg className={className} viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
      <path
        d={PATHS[name]}
        fill="none"
        stroke="currentColor"
        strokeWidth="2.2"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}
