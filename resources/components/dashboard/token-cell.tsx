import type { DashboardRow } from '../../../src/contracts/payments';
import { NO_TOKEN_NUMBER, tokenLabel, type TokenType } from '../../../src/domain/payment/token-catalogue';
import { Identifier } from '../ui/identifier';
import { TierMedal } from '../ui/tier-medal';
import { VoidMark } from '../ui/void-mark';
import classes from './cells.module.css';

const UPGRADES: Readonly<Record<NonNullable<DashboardRow['upgradeState']>, string>> = {
  available: 'Can be upgraded',
  pending: 'Upgrade waiting',
  completed: 'Upgraded',
};

export interface TokenCellProps {
  type: TokenType;
  /** Of its tier; shown where it is not the medal's. */
  name?: string;
  number: string;
  /** The number is no longer valid. */
  isVoid?: boolean;
  upgrade?: boolean;
  /** The state beside it says the number, or that there is none yet: where both have no room, this one goes. */
  isSaid?: boolean;
  /** Of a gold token. */
  upgradeState?: DashboardRow['upgradeState'];
}

export function TokenCell(props: TokenCellProps) {
  const {
    type,
    name = tokenLabel(type),
    number,
    isVoid = false,
    upgrade = false,
    isSaid = false,
    upgradeState = null,
  } = props;
  return (
    <span className={classes.token}>
      <TierMedal type={type} />
      <span className={classes.tokenWords}>
        <span className={classes.number} data-said={isSaid || undefined}>
          {number === NO_TOKEN_NUMBER ? (
            <span className={classes.noNumber}>{NO_TOKEN_NUMBER}</span>
          ) : (
            <Identifier value={number} what="token number" />
          )}
          {isVoid && <VoidMark />}
        </span>
        {name !== tokenLabel(type) && (
          <span className={`${classes.tag} ${classes.tier}`} title={name}>
            {name}
          </span>
        )}
        {upgrade && <span className={classes.tag}>Upgrade</span>}
        {upgradeState && (
          <span className={classes.tag} data-state={upgradeState}>
            {UPGRADES[upgradeState]}
          </span>
        )}
      </span>
    </span>
  );
}
