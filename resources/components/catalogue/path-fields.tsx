import type { NewUpgradePath } from '../../../src/contracts/catalogue';
import { possiblePaths } from '../../../src/domain/upgrade/upgrade-paths';
import { Callout } from '../ui/callout';
import { NativeSelect, TextInput } from '../ui/controls';
import classes from './catalogue.module.css';
import type { EditedTier } from './tier-fields';
import { tierLabel } from './tier-label';

const OFF = 'off';
const DIFFERENCE = 'difference';

interface PathFieldsProps {
  tiers: EditedTier[];
  /** From and to are keys of tiers. */
  paths: NewUpgradePath[];
  error: string | undefined;
  onChange: (paths: NewUpgradePath[]) => void;
}

/** The paths of upgrades of a new version, each to a tier of a higher medal: off, for the difference, or for a price. */
export function PathFields({ tiers, paths, error, onChange }: PathFieldsProps) {
  const possible = possiblePaths(tiers.map(({ key, tokenType }) => ({ code: key, tokenType })));
  const nameOf = (key: string) => {
    const at = tiers.findIndex((tier) => tier.key === key);
    return tierLabel(tiers[at]?.code ?? '', at);
  };
  const change = (from: string, to: string, price: string) => {
    const others = paths.filter((path) => path.from !== from || path.to !== to);
    onChange(price === OFF ? others : [...others, { from, to, price }]);
  };
  return (
    <fieldset className={classes.tier}>
      <legend>Upgrades</legend>
      {possible.length === 0 && <p className={classes.soft}>An upgrade leads to a tier of a higher medal.</p>}
      <div className={classes.facts}>
        {possible.map(({ from, to }) => {
          const value = paths.find((path) => path.from === from && path.to === to)?.price ?? OFF;
          const kind = value === OFF || value === DIFFERENCE ? value : 'price';
          const label = `${nameOf(from)} to ${withinSentence(nameOf(to))}`;
          return (
            <div key={`${from} ${to}`} className={classes.path}>
              <NativeSelect
                name={`${from}:${to}`}
                label={label}
                data={[
                  { value: OFF, label: 'Off' },
                  { value: DIFFERENCE, label: 'For the difference' },
                  { value: 'price', label: 'For a price' },
                ]}
                value={kind}
                onChange={(event) =>
                  change(from, to, event.currentTarget.value === 'price' ? '' : event.currentTarget.value)
                }
              />
              {kind === 'price' && (
                <TextInput
                  name={`${from}:${to}.price`}
                  label={`${label}: price (₹)`}
                  inputMode="decimal"
                  maxLength={12}
                  value={value}
                  onChange={(event) => change(from, to, event.currentTarget.value)}
                />
              )}
            </div>
          );
        })}
      </div>
      {error && <Callout tone="error">{error}</Callout>}
    </fieldset>
  );
}

/** `gold` where the label is `Gold`; a code is as it is. */
function withinSentence(label: string): string {
  return label.charAt(0).toLowerCase() + label.slice(1);
}
