import classes from './rule-switch.module.css';
import { Switch, type SwitchProps } from './controls';

/** Changes a rule for everybody as soon as it is pressed. */
export function RuleSwitch(props: Pick<SwitchProps, 'label' | 'checked' | 'onChange' | 'aria-busy'>) {
  return <Switch {...props} className={classes.body} labelClassName={classes.label} />;
}
