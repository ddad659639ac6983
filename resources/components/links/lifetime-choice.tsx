import { lifetimeOptions, type LifetimeChoice as Choice } from '../../lib/lifetimes';
import classes from './lifetime-choice.module.css';

interface LifetimeChoiceProps {
  value: Choice;
  /** The installation's usual hours; null where they are not known. */
  usualHours: number | null;
  error?: string;
  onChange: (value: Choice) => void;
}

export function LifetimeChoice({ value, usualHours, error, onChange }: LifetimeChoiceProps) {
  return (
    <fieldset className={classes.group} aria-describedby={error ? 'expiry-error' : undefined}>
      <legend className={classes.legend}>The link works for</legend>
      <div className={classes.options}>
        {lifetimeOptions(usualHours).map((option) => (
          <label key={option.value} className={classes.option}>
            <input
              type="radio"
              name="expiry"
              value={option.value}
              checked={value === option.value}
              className="td-hidden"
              onChange={() => onChange(option.value)}
            />
            {option.label}
          </label>
        ))}
      </div>
      {error && (
        <p id="expiry-error" className={classes.error}>
          {error}
        </p>
      )}
    </fieldset>
  );
}
