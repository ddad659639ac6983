import type { CatalogueEntry } from '../../../src/contracts/pages';
import type { TokenType } from '../../../src/domain/token-catalogue';
import { formatRupees } from '../../lib/format';
import { TierMedal } from '../ui/tier-medal';
import classes from './choice.module.css';

interface TokenChoiceProps {
  catalogue: CatalogueEntry[];
  value: TokenType | '';
  error?: string;
  onChange: (type: TokenType) => void;
}

export function TokenChoice({ catalogue, value, error, onChange }: TokenChoiceProps) {
  return (
    <fieldset className={classes.group} aria-describedby={error ? 'token-error' : undefined}>
      <legend className={classes.legend}>Token type</legend>
      <div className={classes.cards}>
        {catalogue.map((entry) => (
          <label key={entry.type} className={classes.card} data-wrong={error ? true : undefined}>
            <input
              type="radio"
              name="tokenType"
              value={entry.type}
              checked={value === entry.type}
              className={classes.radio}
              onChange={() => onChange(entry.type)}
            />
            <span aria-hidden="true" className={classes.medal}>
              <TierMedal type={entry.type} large />
            </span>
            <span className={classes.words}>
              <span className={classes.name}>{entry.label}</span>
              <span className={classes.price}>{formatRupees(entry.amount)}</span>
            </span>
          </label>
        ))}
      </div>
      {error && (
        <p id="token-error" className={classes.error}>
          {error}
        </p>
      )}
    </fieldset>
  );
}
