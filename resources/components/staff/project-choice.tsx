import { CheckField } from '../ui/check-field';
import { NativeSelect } from '../ui/controls';
import classes from './staff.module.css';

export interface ProjectOption {
  code: string;
  name: string;
}

interface ProjectChoiceProps {
  options: readonly ProjectOption[];
  /** Short names; null: all projects. */
  chosen: readonly string[] | null;
  onChange: (chosen: string[] | null) => void;
}

/** All projects, or some of them. */
export function ProjectChoice({ options, chosen, onChange }: ProjectChoiceProps) {
  const choose = (code: string, isChosen: boolean) =>
    onChange(options.map((option) => option.code).filter((one) => (one === code ? isChosen : chosen?.includes(one))));
  return (
    <>
      <NativeSelect
        name="reach"
        label="Projects"
        value={chosen === null ? 'all' : 'some'}
        data={[
          { value: 'all', label: 'All projects' },
          { value: 'some', label: 'Some projects' },
        ]}
        onChange={(event) => onChange(event.currentTarget.value === 'all' ? null : [])}
      />
      {chosen !== null && (
        <fieldset className={classes.projects}>
          <legend className="td-hidden">Projects of this admin</legend>
          {options.map(({ code, name }) => (
            <CheckField
              key={code}
              label={name}
              checked={chosen.includes(code)}
              onChange={(isChosen) => choose(code, isChosen)}
            />
          ))}
          <p className={classes.soft}>
            Sees and does what admins do, in these projects alone: no staff accounts, refund switch, settlements, day
            close or audit log.
          </p>
        </fieldset>
      )}
    </>
  );
}
