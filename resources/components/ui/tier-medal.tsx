import { tokenLabel, type TokenType } from '../../../src/domain/payment/token-catalogue';
import classes from './tier-medal.module.css';

const LETTERS: Readonly<Record<TokenType, string>> = { gold: 'GO', platinum: 'PL', silver: 'SI' };

/** A small medal on its ribbon; the letters tell the tier where colour does not. */
export function TierMedal({ type, large = false }: { type: TokenType; large?: boolean }) {
  return (
    <svg
      viewBox="0 0 32 38"
      role="img"
      aria-label={tokenLabel(type)}
      className={classes.medal}
      data-tier={type}
      data-large={large || undefined}
    >
      <path d="M9 23 6.5 36.5 12 33l3 4.5 2-11Z M23 23l2.5 13.5L20 33l-3 4.5-2-11Z" className={classes.ribbon} />
      <circle cx="16" cy="15.5" r="14" className={classes.disc} />
      <circle cx="16" cy="15.5" r="10.8" className={classes.rim} />
      <text x="16" y="19.4" className={classes.letters}>
        {LETTERS[type]}
      </text>
    </svg>
  );
}
