import { type ReactNode, useId } from 'react';
import classes from './choice-group.module.css';

interface ChoiceGroupProps<Value extends string> {
  name: string;
  legend: string;
  /** Large cards, smaller ones, or pills where the words are short. */
  look: 'cards' | 'compact' | 'pills';
  options: readonly { value: Value; label: ReactNode }[];
  value: Value | '';
  error?: string;
  onChange: (value: Value) => void;
}

/** One of a few, all of them on the screen. */
export function ChoiceGroup<Value extends string>(props: ChoiceGroupProps<Value>) {
  const { name, legend, look, options, value, error, onChange } = props;
  const errorId = useId();
  return (
    <fieldset className={classes.group} aria-describedby={error ? errorId : undefined}>
      <legend className={classes.legend}>{legend}</legend>
      <div className={classes.options} data-look={look}>
        {options.map((option) => (
          <label key={option.value} className={classes.option} data-wrong={error ? true : undefined}>
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={value === option.value}
              className={look === 'pills' ? 'td-hidden' : classes.radio}
              onChange={() => onChange(option.value)}
            />
            {option.label}
          </label>
        ))}
      </div>
      {error && (
        <p id={errorId} className={classes.error}>
          {error}
        </p>
      )}
    </fieldset>
  );
}
