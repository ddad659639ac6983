import { useEffect, useRef } from 'react';
import type { NewCatalogueTier } from '../../../src/contracts/catalogue';
import {
  MAX_TIER_DESCRIPTION,
  MAX_TIER_NAME,
  MAX_WIDTH,
  MIN_WIDTH,
} from '../../../src/domain/catalogue/catalogue-rules';
import { MAX_TIER_CODE } from '../../../src/domain/catalogue/tier-code';
import { TOKEN_TYPES, tokenLabel, type TokenType } from '../../../src/domain/payment/token-catalogue';
import DayInput from '../dates/day-input';
import { Button, NativeSelect, Textarea, TextInput } from '../ui/controls';
import { TierMedal } from '../ui/tier-medal';
import classes from './catalogue.module.css';
import { tierLabel } from './tier-label';

/** A tier in the form. */
export interface EditedTier extends NewCatalogueTier {
  /** Stays while the code is written. */
  key: string;
  /** No version has it yet: code and medal can be chosen. */
  isNew: boolean;
}

interface TierFieldsProps {
  tier: EditedTier;
  /** Its place, from 0. */
  at: number;
  count: number;
  today: string;
  faults: Record<string, string>;
  onChange: (part: Partial<NewCatalogueTier>) => void;
  onMove: (to: number) => void;
  onRemove: () => void;
}

const WIDTHS = Array.from({ length: MAX_WIDTH - MIN_WIDTH + 1 }, (_, at) => String(MIN_WIDTH + at));

/** What a new version says of one tier. */
export function TierFields({ tier, at, count, today, faults, onChange, onMove, onRemove }: TierFieldsProps) {
  const { code, tokenType, isNew } = tier;
  const label = tierLabel(code, at);
  const codeField = useRef<HTMLInputElement>(null);
  // A tier that was added just now; the others have no such field.
  useEffect(() => codeField.current?.focus(), []);
  const error = (field: keyof NewCatalogueTier) => faults[`${code.trim()}.${field}`] ?? faults[`tiers.${at}.${field}`];
  return (
    <fieldset className={classes.tier}>
      <legend>
        <TierMedal type={tokenType} /> {label}
      </legend>
      {isNew && (
        <div className={classes.pair}>
          <TextInput
            name={`tiers.${at}.code`}
            label={`${label}: code`}
            description="For good: villa, shop-2"
            maxLength={MAX_TIER_CODE}
            autoCapitalize="none"
            autoComplete="off"
            ref={codeField}
            value={code}
            error={error('code')}
            onChange={(event) => onChange({ code: event.currentTarget.value.toLowerCase() })}
          />
          <NativeSelect
            name={`tiers.${at}.medal`}
            label={`${label}: medal`}
            description="In figures and filters"
            data={TOKEN_TYPES.map((type) => ({ value: type, label: tokenLabel(type) }))}
            value={tokenType}
            error={error('tokenType')}
            onChange={(event) => onChange({ tokenType: event.currentTarget.value as TokenType })}
          />
        </div>
      )}
      <NativeSelect
        name={`tiers.${at}.offered`}
        label={`${label}: is it sold?`}
        data={[
          { value: 'yes', label: 'Sold' },
          { value: 'no', label: 'Not sold' },
        ]}
        value={tier.offered ? 'yes' : 'no'}
        onChange={(event) => onChange({ offered: event.currentTarget.value === 'yes' })}
      />
      <TextInput
        name={`tiers.${at}.name`}
        label={`${label}: name`}
        maxLength={MAX_TIER_NAME}
        value={tier.name}
        error={error('name')}
        onChange={(event) => onChange({ name: event.currentTarget.value })}
      />
      <div className={classes.pair}>
        <TextInput
          name={`tiers.${at}.price`}
          label={`${label}: price (₹)`}
          inputMode="decimal"
          maxLength={12}
          value={tier.price}
          error={error('price')}
          onChange={(event) => onChange({ price: event.currentTarget.value })}
        />
        <NativeSelect
          name={`tiers.${at}.position`}
          label={`${label}: position`}
          data={Array.from({ length: count }, (_, place) => String(place + 1))}
          value={String(at + 1)}
          onChange={(event) => onMove(Number(event.currentTarget.value) - 1)}
        />
      </div>
      <div className={classes.pair}>
        <TextInput
          name={`tiers.${at}.prefix`}
          label={`${label}: prefix`}
          maxLength={4}
          value={tier.prefix}
          error={error('prefix')}
          onChange={(event) => onChange({ prefix: event.currentTarget.value.toUpperCase() })}
        />
        <NativeSelect
          name={`tiers.${at}.width`}
          label={`${label}: digits`}
          data={WIDTHS}
          value={String(tier.width)}
          error={error('width')}
          onChange={(event) => onChange({ width: Number(event.currentTarget.value) })}
        />
      </div>
      <DayInput
        name={`tiers.${at}.saleFrom`}
        label={`${label}: first day of sale`}
        today={today}
        value={tier.saleFrom}
        error={error('saleFrom')}
        onChange={(saleFrom) => onChange({ saleFrom })}
      />
      <DayInput
        name={`tiers.${at}.saleTo`}
        label={`${label}: last day of sale`}
        today={today}
        value={tier.saleTo}
        error={error('saleTo')}
        onChange={(saleTo) => onChange({ saleTo })}
      />
      <Textarea
        name={`tiers.${at}.description`}
        label={`${label}: what it is`}
        rows={2}
        maxLength={MAX_TIER_DESCRIPTION}
        value={tier.description}
        error={error('description')}
        onChange={(event) => onChange({ description: event.currentTarget.value })}
      />
      {count > 1 && (
        <div>
          <Button type="button" variant="subtle" color="red" size="sm" onClick={onRemove}>
            Take {label} out
          </Button>
        </div>
      )}
    </fieldset>
  );
}
