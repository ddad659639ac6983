import { router } from '@inertiajs/react';
import { type FormEvent, useState } from 'react';
import type {
  CatalogueAnswer,
  CreatedCatalogue,
  NewCatalogueTier,
  NewCatalogueVersion,
} from '../../../src/contracts/catalogue';
import { API } from '../../../src/contracts/routes';
import { TOKEN_TYPES, type TokenType } from '../../../src/domain/payment/token-catalogue';
import { useAct } from '../../hooks/use-act';
import { formatCount, formatWeekday } from '../../lib/format';
import DayInput from '../dates/day-input';
import projects from '../projects/projects.module.css';
import { Section } from '../projects/section';
import { Callout } from '../ui/callout';
import { Button } from '../ui/controls';
import classes from './catalogue.module.css';
import { type PathField, PathFields } from './path-fields';
import { TierFields } from './tier-fields';

interface CatalogueFormProps {
  project: string;
  base: NewCatalogueVersion;
  today: string;
  onClose: () => void;
}

/** A new version, written from the newest one. What it changes is shown before it is made: afterwards nobody can change it. */
export default function CatalogueForm({ project, base, today, onClose }: CatalogueFormProps) {
  const [version, setVersion] = useState(base);
  const [checked, setChecked] = useState<CreatedCatalogue | null>(null);
  const act = useAct();
  const faults = act.problem?.details ?? {};

  const change = (part: Partial<NewCatalogueVersion>) => {
    setVersion((all) => ({ ...all, ...part }));
    setChecked(null);
    act.forget();
  };
  const changeTier = (type: TokenType, part: Partial<NewCatalogueTier>) =>
    change({ [type]: { ...version[type], ...part } });
  const send = (event: FormEvent) => {
    event.preventDefault();
    const path = `${API.project(project)}/catalogue`;
    void act.run<CatalogueAnswer>(path, { ...version, dryRun: checked === null }, ({ created }) => {
      if (checked === null) return setChecked(created);
      router.reload();
      onClose();
    });
  };

  return (
    <Section title="New version">
      <p className={projects.note}>
        It holds for links that are made from its first day on. Links that are open then keep the version under which
        they were made.
      </p>
      <form className={projects.form} onSubmit={send} noValidate>
        <DayInput
          name="effectiveFrom"
          label="First day (India)"
          className={projects.day ?? ''}
          min={base.effectiveFrom}
          today={today}
          value={version.effectiveFrom}
          error={faults.effectiveFrom}
          required
          onChange={(effectiveFrom) => change({ effectiveFrom })}
        />
        <div className={classes.tiers}>
          {TOKEN_TYPES.map((type) => (
            <TierFields
              key={type}
              type={type}
              tier={version[type]}
              today={today}
              faults={faults}
              onChange={(part) => changeTier(type, part)}
            />
          ))}
        </div>
        <PathFields
          version={version}
          error={faults.paths}
          onChange={(field: PathField, value) => change({ [field]: value })}
        />
        {act.problem && Object.keys(faults).length === 0 && <Callout tone="error">{act.problem.message}</Callout>}
        {checked && <Changes checked={checked} />}
        <div className={projects.foot}>
          <Button type="button" variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={act.busy} disabled={checked !== null && !checked.isNew}>
            {checked === null ? 'Show what changes' : 'Make the version'}
          </Button>
        </div>
      </form>
    </Section>
  );
}

function Changes({ checked }: { checked: CreatedCatalogue }) {
  const { number, effectiveFrom, isNew, changes, openLinks } = checked;
  if (!isNew) return <Callout tone="info">Version {number} says the same from that day on.</Callout>;
  return (
    <section className={classes.changes} aria-label="What changes" role="status">
      <strong>
        Version {number} changes, for links and upgrades that are made from {formatWeekday(effectiveFrom)} on:
      </strong>
      <ul>
        {changes.map(({ what, from, to }) => (
          <li key={what}>
            {what}: {from} → {to}
          </li>
        ))}
        {changes.length === 0 && <li>Nothing but its first day.</li>}
      </ul>
      <p>
        {openLinks === 1
          ? 'One open link keeps its price and number series.'
          : `${formatCount(openLinks)} open links keep their prices and number series.`}
      </p>
    </section>
  );
}
