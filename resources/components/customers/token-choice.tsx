import type { CatalogueEntry } from '../../../src/contracts/pages';
import { formatCount, formatRupees } from '../../lib/format';
import { ChoiceGroup } from '../ui/choice-group';
import { TierMedal } from '../ui/tier-medal';
import classes from './token-choice.module.css';

interface TokenChoiceProps {
  catalogue: CatalogueEntry[];
  /** Of the tiers that have a limit, by code. */
  left: ReadonlyMap<string, number>;
  /** Code of the chosen tier; empty for none. */
  value: string;
  error?: string;
  onChange: (code: string) => void;
}

export function TokenChoice({ catalogue, left, ...choice }: TokenChoiceProps) {
  const options = catalogue.map((entry) => ({
    value: entry.code,
    label: <TierCard entry={entry} left={left.get(entry.code)} />,
  }));
  return <ChoiceGroup name="tierCode" legend="Token type" look="cards" options={options} {...choice} />;
}

function TierCard({ entry, left }: { entry: CatalogueEntry; left: number | undefined }) {
  return (
    <>
      <span aria-hidden="true" className={classes.medal}>
        <TierMedal type={entry.type} large />
      </span>
      <span className={classes.words}>
        <span className={classes.name}>{entry.label}</span>
        <span className={classes.price}>{formatRupees(entry.amount)}</span>
        {left !== undefined && <span className={classes.left}>{left === 0 ? 'None' : formatCount(left)} left</span>}
      </span>
    </>
  );
}
