import { useState } from 'react';
import { CodeField } from '../../account/code-field';
import { SecretField } from '../../account/secret-field';
import { TokenChoice } from '../../customers/token-choice';
import { LifetimeChoice } from '../../links/lifetime-choice';
import { CheckField } from '../../ui/check-field';
import { DayPicker } from '../../dates/day-picker';
import { NativeSelect, PasswordInput, Switch, Textarea, TextInput } from '../../ui/controls';
import { FilterSelect } from '../../ui/filter-select';
import { Panel } from '../../ui/panel';
import { SearchBox } from '../../ui/search-box';
import classes from './gallery.module.css';
import { LONG_EMAIL, LONG_NAME } from './samples';
import { Specimen } from './specimen';

const CATALOGUE = [
  { code: 'gold', type: 'gold', label: 'Gold', amount: 51_000 },
  { code: 'silver', type: 'silver', label: 'Silver', amount: 100 },
  { code: 'platinum', type: 'platinum', label: 'Platinum', amount: 1_00_000 },
] as const;
const OPTIONS: { value: 'all' | 'pending'; label: string }[] = [
  { value: 'all', label: 'All states' },
  { value: 'pending', label: 'Payment Pending' },
];
const nothing = () => undefined;

export function Fields() {
  const [tier, setTier] = useState('gold');
  return (
    <Panel title="Fields">
      <div className={classes.body}>
        <div className={classes.fields}>
          <TextInput label="Empty" placeholder="Name as on the identity card" />
          <TextInput label="Filled" defaultValue="Asha Rao" />
          <TextInput label="Very long" defaultValue={LONG_NAME} />
          <TextInput label="With a hint" description="Ten digits, without +91" />
          <TextInput label="Wrong" defaultValue={LONG_EMAIL} error="Enter a valid email address." />
          <TextInput label="Disabled" defaultValue="Asha Rao" disabled />
          <PasswordInput label="Password" defaultValue="sample" autoComplete="off" />
          <SecretField label="Secret" autoComplete="new-password" value="" error="Too short." onChange={nothing} />
          <CodeField value="" error="The code is not right." onChange={nothing} />
          <NativeSelect label="Choice" data={['Direct', 'Broker']} />
          <NativeSelect label="Choice, disabled" data={['Direct']} disabled />
          <Textarea label="Reason" defaultValue={LONG_NAME} />
          <Textarea label="Reason, missing" error="Enter a reason." />
          <CheckField label="Off" checked={false} onChange={nothing} />
          <CheckField label="On" checked onChange={nothing} />
          <CheckField label="Cannot be set" checked={false} disabled onChange={nothing} />
          <Switch label="Refund Disabled" />
          <Switch label="Refund Enabled" defaultChecked />
          <Switch label="Cannot be switched" disabled />
        </div>
        <Specimen title="SearchBox, empty and filled; FilterSelect">
          <SearchBox label="Search customers" value="" onSearch={nothing} />
          <SearchBox label="Search customers again" value="asha" onSearch={nothing} />
          <FilterSelect label="State" value="pending" options={OPTIONS} onChange={nothing} />
        </Specimen>
        <Specimen title="DayPicker: a day that is over, today">
          <DayPicker day="2026-01-14" today="2026-01-15" onChange={nothing} />
          <DayPicker day="2026-01-15" today="2026-01-15" onChange={nothing} />
        </Specimen>
        <Specimen title="TokenChoice" wide>
          <TokenChoice left={new Map()} catalogue={[...CATALOGUE]} value={tier} onChange={setTier} />
        </Specimen>
        <Specimen title="LifetimeChoice, chosen wrongly" wide>
          <LifetimeChoice value="24h" usualHours={72} error="Choose how long the link works." onChange={nothing} />
        </Specimen>
      </div>
    </Panel>
  );
}
