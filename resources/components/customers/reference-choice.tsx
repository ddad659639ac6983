import type { ReferenceType } from '../../../src/domain/token-catalogue';
import classes from './choice.module.css';

interface ReferenceChoiceProps {
  options: { value: ReferenceType; label: string }[];
  value: ReferenceType | '';
  error?: string;
  onChange: (value: ReferenceType) => void;
}

export function ReferenceChoice({ options, value, error, onChange }: ReferenceChoiceProps) {
  return (
    <fieldset className={classes.group} aria-describedby={error ? 'reference-error' : undefined}>
      <legend className={classes.legend}>Reference type</legend>
      <div className={classes.cards} data-compact>
        {options.map((option) => (
          <label key={option.value} className={classes.card} data-wrong={error ? true : undefined}>
            <input
              type="radio"
              name="referenceType"
              value={option.value}
              checked={value === option.value}
              className={classes.radio}
              onChange={() => onChange(option.value)}
            />
            <span className={classes.name}>{option.label}</span>
          </label>
        ))}
      </div>
      {error && (
        <p id="reference-error" className={classes.error}>
          {error}
        </p>
      )}
    </fieldset>
  );
}
