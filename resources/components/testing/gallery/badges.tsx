import { PAYMENT_STATUSES, statusLabel } from '../../../../src/domain/payment/payment-status';
import { TOKEN_TYPES } from '../../../../src/domain/payment/token-catalogue';
import { TokenCell } from '../../dashboard/token-cell';
import { DateTime } from '../../ui/date-time';
import { Identifier } from '../../ui/identifier';
import * as icons from '../../ui/icons';
import { Money } from '../../ui/money';
import { Panel } from '../../ui/panel';
import { ProductMark } from '../../ui/product-mark';
import { StatusBadge } from '../../ui/status-badge';
import { TierMedal } from '../../ui/tier-medal';
import { Verdict } from '../verdict';
import classes from './gallery.module.css';
import { AT, LARGE_AMOUNT } from './samples';
import { Specimen } from './specimen';

const UPGRADES = ['available', 'pending', 'completed'] as const;
const VERDICTS = ['ok', 'failed', 'skipped'] as const;

export function Badges() {
  return (
    <Panel title="States, tiers, numbers">
      <div className={classes.body}>
        <Specimen title="StatusBadge">
          {PAYMENT_STATUSES.map((status) => (
            <StatusBadge key={status} status={status} label={statusLabel(status)} />
          ))}
        </Specimen>
        <Specimen title="Verdict">
          {VERDICTS.map((state) => (
            <Verdict key={state} state={state} />
          ))}
        </Specimen>
        <Specimen title="TierMedal, plain and large">
          {TOKEN_TYPES.map((type) => (
            <TierMedal key={type} type={type} />
          ))}
          {TOKEN_TYPES.map((type) => (
            <TierMedal key={type} type={type} large />
          ))}
        </Specimen>
        <Specimen title="TokenCell: no number, a number, an upgrade, what can be upgraded">
          <TokenCell type="silver" number="N/A" />
          <TokenCell type="gold" number="GO-000042" />
          <TokenCell type="platinum" number="PL-000007" upgrade />
          {UPGRADES.map((state) => (
            <TokenCell key={state} type="gold" number="GO-000042" upgradeState={state} />
          ))}
        </Specimen>
        <Specimen title="Money: whole, with paise, none, very large">
          <Money amount={51_000} />
          <Money amount={49_999.5} />
          <Money amount={0} />
          <Money amount={LARGE_AMOUNT} />
        </Specimen>
        <Specimen title="Identifier, DateTime, ProductMark">
          <Identifier value="GO-000042" what="token number" />
          <DateTime iso={AT} />
          <ProductMark name="TokenDesk" />
          <ProductMark name="TokenDesk" large />
        </Specimen>
        <Specimen title="Icons">
          {Object.entries(icons).map(([name, Icon]) => (
            <span key={name} className={classes.icon}>
              <Icon />
              {name.replace(/Icon$/, '')}
            </span>
          ))}
        </Specimen>
      </div>
    </Panel>
  );
}
