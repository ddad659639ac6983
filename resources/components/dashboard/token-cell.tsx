import type { TokenType } from '../../../src/domain/token-catalogue';
import { Identifier } from '../ui/identifier';
import { TierMedal } from '../ui/tier-medal';
import classes from './cells.module.css';

const NO_NUMBER = 'N/A';

interface TokenCellProps {
  type: TokenType;
  number: string;
  upgrade?: boolean;
}

export function TokenCell({ type, number, upgrade = false }: TokenCellProps) {
  return (
    <span className={classes.token}>
      <TierMedal type={type} />
      {number === NO_NUMBER ? (
        <span className={classes.noNumber}>{NO_NUMBER}</span>
      ) : (
        <Identifier value={number} what="token number" />
      )}
      {upgrade && <span className={classes.tag}>Upgrade</span>}
    </span>
  );
}
