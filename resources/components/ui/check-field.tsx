import classes from './check-field.module.css';

interface CheckFieldProps {
  label: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
  disabled?: boolean;
}

/** The browser's own box in our colours: lists start with one, and a library's would weigh more than the list. */
export function CheckField({ label, checked, onChange, disabled }: CheckFieldProps) {
  return (
    <label className={classes.field}>
      <input
        type="checkbox"
        checked={checked}
        disabled={disabled}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      {label}
    </label>
  );
}
