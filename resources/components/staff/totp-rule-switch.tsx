import { OFFICE_MESSAGES } from '../../../src/contracts/messages-office';
import { API } from '../../../src/contracts/routes';
import { useAct } from '../../hooks/use-act';
import { RuleSwitch } from '../ui/rule-switch';
import classes from './staff.module.css';

/** Admins without a second factor can then do nothing before they have one, whoever puts the switch on included. */
export function TotpRuleSwitch({ required, onChanged }: { required: boolean; onChanged: () => void }) {
  const { run, busy, problem } = useAct(OFFICE_MESSAGES.staff.failed);
  return (
    <div className={classes.rule}>
      <RuleSwitch
        label="Admins need a second factor"
        checked={required}
        aria-busy={busy}
        onChange={() => void run(API.adminTotpRule, { required: !required }, onChanged, 'put')}
      />
      {problem && (
        <p className={classes.fault} role="alert">
          {problem.message}
        </p>
      )}
    </div>
  );
}
