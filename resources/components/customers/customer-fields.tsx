import { Link } from '@inertiajs/react';
import { useEffect, useRef, useState } from 'react';
import type { CatalogueEntry } from '../../../src/contracts/pages';
import type { ReferenceType } from '../../../src/domain/payment/token-catalogue';
import type { UnitsLeft } from '../../../src/contracts/quota';
import type { CreateLink } from '../../hooks/use-create-link';
import { useUnitsLeft } from '../../hooks/use-units-left';
import { PLACEHOLDERS } from '../../lib/customer-form';
import { formatRupees } from '../../lib/format';
import { isLifetimeChoice, lifetimeOptions } from '../../lib/lifetimes';
import { LifetimeChoice } from '../links/lifetime-choice';
import { Callout } from '../ui/callout';
import { ChoiceGroup } from '../ui/choice-group';
import { Button, TextInput } from '../ui/controls';
import classes from './customer-fields.module.css';
import { HeldElsewhere, OpenLinksGuard } from './open-links-guard';
import { TokenChoice } from './token-choice';

interface CustomerFieldsProps {
  link: CreateLink;
  catalogue: CatalogueEntry[];
  referenceTypes: { value: ReferenceType; label: string }[];
  linkTtlHours: number;
  unitsLeft: UnitsLeft[] | undefined;
  /** Where Back leads; null where nothing else can be opened. */
  home: string | null;
}

export function CustomerFields({
  link,
  catalogue,
  referenceTypes,
  linkTtlHours,
  unitsLeft,
  home,
}: CustomerFieldsProps) {
  const left = useUnitsLeft(unitsLeft);
  const { values, errors, problem, sending, change, submit } = link;
  const chosen = catalogue.find(({ code }) => code === values.tierCode);
  const text = (field: 'customerName' | 'customerEmail' | 'phone' | 'brokerName') => ({
    name: field,
    placeholder: PLACEHOLDERS[field],
    value: values[field],
    error: errors[field],
    onChange: (event: { currentTarget: { value: string } }) => change(field, event.currentTarget.value),
  });

  const [openTerms, setOpenTerms] = useState(false);
  const showsTerms = openTerms || [errors.referenceType, errors.expiry, errors.brokerName].some(Boolean);
  const lifetime = lifetimeOptions(linkTtlHours).find(({ value }) => value === values.expiry)?.label;
  const form = useRef<HTMLFormElement>(null);
  const tierIsChosen = useRef(values.tierCode !== '');
  useEffect(() => {
    const first = tierIsChosen.current ? 'customerName' : 'tierCode';
    form.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus({ preventScroll: true });
  }, []);

  return (
    <form
      ref={form}
      className={classes.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <TokenChoice
        catalogue={catalogue}
        left={left}
        value={values.tierCode}
        error={errors.tierCode}
        onChange={(code) => change('tierCode', code)}
      />
      {values.tierCode === 'platinum' && (
        <p className={classes.note}>Platinum is the highest tier: it needs no upgrade later.</p>
      )}
      <div className={classes.pair}>
        <TextInput
          label="Customer name"
          autoComplete="off"
          autoCapitalize="words"
          required
          withAsterisk={false}
          {...text('customerName')}
        />
        <TextInput label="Mobile number (optional)" type="tel" inputMode="tel" autoComplete="off" {...text('phone')} />
        <TextInput
          label="Customer email"
          type="email"
          inputMode="email"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          required
          withAsterisk={false}
          {...text('customerEmail')}
        />
      </div>
      <div className={classes.terms} data-open={showsTerms || undefined}>
        <p className={classes.summary}>
          {referenceTypes.find(({ value }) => value === values.referenceType)?.label}
          {lifetime && ` · ${lifetime}`}
          <Button variant="subtle" size="sm" aria-expanded={showsTerms} onClick={() => setOpenTerms(!showsTerms)}>
            Change
          </Button>
        </p>
        <div className={classes.choices}>
          <ChoiceGroup
            name="referenceType"
            legend="Reference type"
            look="compact"
            options={referenceTypes}
            value={values.referenceType}
            error={errors.referenceType}
            onChange={(value) => change('referenceType', value)}
          />
          {values.referenceType === 'channelPartner' && (
            <TextInput label="Broker name (optional)" autoComplete="off" {...text('brokerName')} />
          )}
          <LifetimeChoice
            value={isLifetimeChoice(values.expiry) ? values.expiry : ''}
            usualHours={linkTtlHours}
            error={errors.expiry}
            onChange={(value) => change('expiry', value)}
          />
        </div>
      </div>
      {(link.needsReason || link.openLinks.length > 0 || link.heldTokens.length > 0) && (
        <OpenLinksGuard link={link} catalogue={catalogue} />
      )}
      {link.elsewhere.length > 0 && <HeldElsewhere holdings={link.elsewhere} />}
      {problem && (
        <Callout tone="error" title={problem}>
          Nothing was charged and your form is kept.
        </Callout>
      )}
      <div className={classes.submit}>
        <Button
          type="submit"
          size="lg"
          loading={sending}
          variant={link.needsReason && values.duplicateReason === '' ? 'default' : 'filled'}
        >
          {chosen ? `Create link for ${formatRupees(chosen.amount)}` : 'Create payment link'}
        </Button>
        {home !== null && (
          <Button component={Link} href={home} size="lg" variant="subtle">
            Back
          </Button>
        )}
      </div>
    </form>
  );
}
