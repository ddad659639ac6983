import { Switch, type SwitchProps } from '@mantine/core';
import classes from './rule-switch.module.css';

/** Changes a rule for everybody as soon as it is pressed. */
export function RuleSwitch(props: Pick<SwitchProps, 'label' | 'checked' | 'onChange' | 'aria-busy'>) {
  return <Switch {...props} classNames={{ body: classes.body, label: classes.label }} />;
}
