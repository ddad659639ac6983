import type { NewCatalogueTier } from '../../../src/contracts/catalogue';
import {
  MAX_TIER_DESCRIPTION,
  MAX_TIER_NAME,
  MAX_WIDTH,
  MIN_WIDTH,
} from '../../../src/domain/catalogue/catalogue-rules';
import { tokenLabel, type TokenType } from '../../../src/domain/payment/token-catalogue';
import DayInput from '../dates/day-input';
import { NativeSelect, Textarea, TextInput } from '../ui/controls';
import { TierMedal } from '../ui/tier-medal';
import classes from './catalogue.module.css';

interface TierFieldsProps {
  type: TokenType;
  tier: NewCatalogueTier;
  today: string;
  faults: Record<string, string>;
  onChange: (part: Partial<NewCatalogueTier>) => void;
}

const WIDTHS = Array.from({ length: MAX_WIDTH - MIN_WIDTH + 1 }, (_, at) => String(MIN_WIDTH + at));

/** What a new version says of one tier. */
export function TierFields({ type, tier, today, faults, onChange }: TierFieldsProps) {
  const label = tokenLabel(type);
  const error = (field: keyof NewCatalogueTier) => faults[`${type}.${field}`];
  return (
    <fieldset className={classes.tier}>
      <legend>
        <TierMedal type={type} /> {label}
      </legend>
      <NativeSelect
        name={`${type}.offered`}
        label={`${label}: is it sold?`}
        data={[
          { value: 'yes', label: 'Sold' },
          { value: 'no', label: 'Not sold' },
        ]}
        value={tier.offered ? 'yes' : 'no'}
        onChange={(event) => onChange({ offered: event.currentTarget.value === 'yes' })}
      />
      <TextInput
        name={`${type}.name`}
        label={`${label}: name`}
        maxLength={MAX_TIER_NAME}
        value={tier.name}
        error={error('name')}
        onChange={(event) => onChange({ name: event.currentTarget.value })}
      />
      <div className={classes.pair}>
        <TextInput
          name={`${type}.price`}
          label={`${label}: price (₹)`}
          inputMode="decimal"
          maxLength={12}
          value={tier.price}
          error={error('price')}
          onChange={(event) => onChange({ price: event.currentTarget.value })}
        />
        <NativeSelect
          name={`${type}.position`}
          label={`${label}: position`}
          data={['1', '2', '3']}
          value={String(tier.position)}
          error={error('position')}
          onChange={(event) => onChange({ position: Number(event.currentTarget.value) })}
        />
      </div>
      <div className={classes.pair}>
        <TextInput
          name={`${type}.prefix`}
          label={`${label}: prefix`}
          maxLength={4}
          value={tier.prefix}
          error={error('prefix')}
          onChange={(event) => onChange({ prefix: event.currentTarget.value.toUpperCase() })}
        />
        <NativeSelect
          name={`${type}.width`}
          label={`${label}: digits`}
          data={WIDTHS}
          value={String(tier.width)}
          error={error('width')}
          onChange={(event) => onChange({ width: Number(event.currentTarget.value) })}
        />
      </div>
      <DayInput
        name={`${type}.saleFrom`}
        label={`${label}: first day of sale`}
        today={today}
        value={tier.saleFrom}
        error={error('saleFrom')}
        onChange={(saleFrom) => onChange({ saleFrom })}
      />
      <DayInput
        name={`${type}.saleTo`}
        label={`${label}: last day of sale`}
        today={today}
        value={tier.saleTo}
        error={error('saleTo')}
        onChange={(saleTo) => onChange({ saleTo })}
      />
      <Textarea
        name={`${type}.description`}
        label={`${label}: what it is`}
        rows={2}
        maxLength={MAX_TIER_DESCRIPTION}
        value={tier.description}
        error={error('description')}
        onChange={(event) => onChange({ description: event.currentTarget.value })}
      />
    </fieldset>
  );
}
