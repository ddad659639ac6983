import type { NewCatalogueVersion } from '../../../src/contracts/catalogue';
import { Callout } from '../ui/callout';
import { NativeSelect, TextInput } from '../ui/controls';
import classes from './catalogue.module.css';

const PATHS = {
  goldToPlatinum: 'Gold to platinum',
  silverToGold: 'Silver to gold',
  silverToPlatinum: 'Silver to platinum',
} as const;

export type PathField = keyof typeof PATHS;

interface PathFieldsProps {
  version: NewCatalogueVersion;
  error: string | undefined;
  onChange: (field: PathField, value: string) => void;
}

/** The paths of upgrades of a new version: each is off, for the difference, or for a price. */
export function PathFields({ version, error, onChange }: PathFieldsProps) {
  return (
    <fieldset className={classes.tier}>
      <legend>Upgrades</legend>
      <div className={classes.facts}>
        {(Object.entries(PATHS) as [PathField, string][]).map(([field, label]) => {
          const value = version[field];
          const kind = value === 'off' || value === 'difference' ? value : 'price';
          return (
            <div key={field} className={classes.path}>
              <NativeSelect
                name={field}
                label={label}
                data={[
                  { value: 'off', label: 'Off' },
                  { value: 'difference', label: 'For the difference' },
                  { value: 'price', label: 'For a price' },
                ]}
                value={kind}
                onChange={(event) =>
                  onChange(field, event.currentTarget.value === 'price' ? '' : event.currentTarget.value)
                }
              />
              {kind === 'price' && (
                <TextInput
                  name={`${field}.price`}
                  label={`${label}: price (₹)`}
                  inputMode="decimal"
                  maxLength={12}
                  value={value}
                  onChange={(event) => onChange(field, event.currentTarget.value)}
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
