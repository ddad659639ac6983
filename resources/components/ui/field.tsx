import { type ComponentProps, type ReactNode, useId, useState } from 'react';
import { joined } from '../../lib/class-names';
import { ActionIcon } from './button';
import classes from './field.module.css';
import { ChevronDownIcon, EyeIcon, EyeOffIcon } from './icons';

interface FieldProps {
  label?: ReactNode;
  /** A hint between label and field. */
  description?: ReactNode;
  /** What is wrong with the content; below the field. */
  error?: ReactNode;
  /** Optional fields say so in their label; no field has an asterisk. */
  withAsterisk?: false;
}

interface ShellProps extends Pick<FieldProps, 'label' | 'description' | 'error'> {
  id: string;
  className?: string;
  before?: ReactNode;
  after?: ReactNode;
  /** Whether the after is a control, which needs a finger's room. */
  wide?: boolean;
  children: ReactNode;
}

/** Label, hint and fault of a field. */
function Shell({ id, className, label, description, error, before, after, wide, children }: ShellProps) {
  return (
    <div className={joined(classes.root, className)}>
      {label && (
        <label id={`${id}-label`} className={classes.label} htmlFor={id}>
          {label}
        </label>
      )}
      {description && (
        <p id={`${id}-description`} className={classes.description}>
          {description}
        </p>
      )}
      <div className={classes.place} data-before={before ? true : undefined} data-after={wide || undefined}>
        {before && <span className={classes.before}>{before}</span>}
        {children}
        {after}
      </div>
      {error && (
        <p id={`${id}-error`} className={classes.error}>
          {error}
        </p>
      )}
    </div>
  );
}

/** What of a field goes to its input. */
function inputState(id: string, { description, error }: FieldProps) {
  const described = [error && `${id}-error`, description && `${id}-description`].filter(Boolean).join(' ');
  return { id, 'aria-invalid': error ? true : undefined, 'aria-describedby': described || undefined };
}

type InputProps<Tag extends 'input' | 'select' | 'textarea'> = FieldProps & ComponentProps<Tag>;

interface TextInputProps extends InputProps<'input'> {
  leftSection?: ReactNode;
  /** A control of its own, with a finger's room. */
  rightSection?: ReactNode;
  classNames?: { input?: string | undefined; section?: string | undefined };
}

export function TextInput(props: TextInputProps) {
  const { label, description, error, withAsterisk: _never, className, id, ...others } = props;
  const { leftSection, rightSection, classNames, ...rest } = others;
  const own = useId();
  const state = inputState(id ?? own, props);
  const after = rightSection && <span className={joined(classes.after, classNames?.section)}>{rightSection}</span>;
  return (
    <Shell
      id={state.id}
      {...{ className, label, description, error }}
      before={leftSection}
      after={after}
      wide={!!after}
    >
      <input type="text" {...rest} {...state} className={joined(classes.input, classNames?.input)} />
    </Shell>
  );
}

interface PasswordInputProps extends InputProps<'input'> {
  visibilityToggleButtonProps?: { 'aria-label': string };
}

/** Its button shows what was typed. The Tab key leads past it, to what the form does. */
export function PasswordInput(props: PasswordInputProps) {
  const {
    label,
    description,
    error,
    withAsterisk: _never,
    visibilityToggleButtonProps,
    className,
    id,
    ...rest
  } = props;
  const [isVisible, setVisible] = useState(false);
  const own = useId();
  const state = inputState(id ?? own, props);
  const toggle = (
    <ActionIcon
      aria-label="Show or hide the password"
      {...visibilityToggleButtonProps}
      className={classes.after}
      color="gray"
      size="xl"
      disabled={rest.disabled}
      aria-pressed={isVisible}
      tabIndex={-1}
      // The focus stays in the field.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => setVisible(!isVisible)}
    >
      {isVisible ? <EyeOffIcon /> : <EyeIcon />}
    </ActionIcon>
  );
  return (
    <Shell id={state.id} {...{ className, label, description, error }} after={toggle} wide>
      <input {...rest} {...state} type={isVisible ? 'text' : 'password'} className={classes.input} />
    </Shell>
  );
}

interface TextareaProps extends InputProps<'textarea'> {
  classNames?: { input?: string | undefined };
}

export function Textarea(props: TextareaProps) {
  const { label, description, error, withAsterisk: _never, className, classNames, id, ...rest } = props;
  const own = useId();
  const state = inputState(id ?? own, props);
  return (
    <Shell id={state.id} {...{ className, label, description, error }}>
      <textarea {...rest} {...state} className={joined(`${classes.input} ${classes.textarea}`, classNames?.input)} />
    </Shell>
  );
}

interface SelectOption {
  value: string;
  label: string;
}

interface NativeSelectProps extends InputProps<'select'> {
  data: readonly (string | SelectOption | { group: string; items: readonly SelectOption[] })[];
}

export function NativeSelect(props: NativeSelectProps) {
  const { label, description, error, withAsterisk: _never, data, className, id, ...rest } = props;
  const own = useId();
  const state = inputState(id ?? own, props);
  const chevron = (
    <span className={joined(classes.after, classes.chevron)}>
      <ChevronDownIcon size={16} />
    </span>
  );
  return (
    <Shell id={state.id} {...{ className, label, description, error }} after={chevron}>
      <select {...rest} {...state} className={joined(classes.input, classes.select)}>
        {data.map((entry) => {
          if (typeof entry === 'string') return <option key={entry}>{entry}</option>;
          if ('value' in entry) return <Option key={entry.value} {...entry} />;
          return (
            <optgroup key={entry.group} label={entry.group}>
              {entry.items.map((option) => (
                <Option key={option.value} {...option} />
              ))}
            </optgroup>
          );
        })}
      </select>
    </Shell>
  );
}

function Option({ value, label }: SelectOption) {
  return <option value={value}>{label}</option>;
}

/** A checkbox says by itself whether it is on. */
const SWITCH = { type: 'checkbox', role: 'switch' } as const;

export interface SwitchProps extends Omit<ComponentProps<'input'>, 'type' | 'role'> {
  label: ReactNode;
  description?: ReactNode;
  labelClassName?: string;
}

/** Takes effect as soon as it is pressed. */
export function Switch({ label, description, className, labelClassName, id, ...rest }: SwitchProps) {
  const own = useId();
  const input = id ?? own;
  return (
    <div className={joined(classes.switchBody, className)}>
      <input
        {...rest}
        id={input}
        {...SWITCH}
        className={classes.switch}
        aria-describedby={description ? `${input}-description` : undefined}
      />
      <div className={classes.switchText}>
        <label htmlFor={input} className={labelClassName}>
          {label}
        </label>
        {description && (
          <span id={`${input}-description`} className={classes.description}>
            {description}
          </span>
        )}
      </div>
    </div>
  );
}
