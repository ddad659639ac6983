import classes from './list-tabs.module.css';

interface ListTabsProps<Value extends string> {
  /** What the tabs choose between. */
  label: string;
  tabs: readonly { value: Value; label: string }[];
  /** None of the tabs when the list is narrowed down otherwise. */
  value: string;
  onChange: (value: Value) => void;
  /** In one line with the other filters, where there is room. */
  inline?: boolean;
}

/** The few views of a list that somebody comes back to every day; each is a filter of the server. */
export function ListTabs<Value extends string>({ label, tabs, value, onChange, inline }: ListTabsProps<Value>) {
  return (
    <div role="group" aria-label={label} className={classes.tabs} data-inline={inline || undefined}>
      {tabs.map((tab) => (
        <button
          key={tab.value}
          type="button"
          className={classes.tab}
          aria-pressed={tab.value === value}
          onClick={() => onChange(tab.value)}
        >
          {tab.label}
        </button>
      ))}
    </div>
  );
}
