import { router } from '@inertiajs/react';
import { type FormEvent, useState } from 'react';
import type { CatalogueAnswer, CreatedCatalogue, NewCatalogueVersion } from '../../../src/contracts/catalogue';
import { API } from '../../../src/contracts/routes';
import { MAX_TIERS } from '../../../src/domain/catalogue/catalogue-rules';
import { possiblePaths } from '../../../src/domain/upgrade/upgrade-paths';
import { useAct } from '../../hooks/use-act';
import { useDraft } from '../../hooks/use-draft';
import { useSharedProps } from '../../hooks/use-shared-props';
import { formatCount, formatWeekday } from '../../lib/format';
import DayInput from '../dates/day-input';
import { focusUnreadDay } from '../dates/day-range-fields';
import { laterOf, NewerVersion, TypedBefore, useNewerVersion } from '../projects/newer-version';
import projects from '../projects/projects.module.css';
import { Section } from '../projects/section';
import { Callout } from '../ui/callout';
import { Button } from '../ui/controls';
import classes from './catalogue.module.css';
import { PathFields } from './path-fields';
import { type EditedTier, TierFields } from './tier-fields';

interface CatalogueFormProps {
  project: string;
  base: NewCatalogueVersion;
  /** Number of the newest version, which is the base; 0 where the project has none of its own. */
  newest: number;
  today: string;
  onClose: () => void;
}

/** Its paths name tiers by their keys, since a code may be half written, or be the same as another's. */
interface EditedVersion extends Omit<NewCatalogueVersion, 'tiers'> {
  tiers: EditedTier[];
}

interface CatalogueDraft {
  version: EditedVersion;
  /** Number of the version that it is written from, 0 for none. */
  basedOn: number;
  /** How many tiers were added. */
  added: number;
  /** Somebody has written in it. */
  isTyped: boolean;
}

function edited(base: NewCatalogueVersion): EditedVersion {
  return { ...base, tiers: base.tiers.map((tier) => ({ ...tier, key: tier.code, isNew: false })) };
}

function newTier(key: string): EditedTier {
  const texts = { code: '', name: '', price: '', description: '', saleFrom: '', saleTo: '', prefix: '' };
  return { ...texts, key, isNew: true, tokenType: 'gold', offered: true, width: 6 };
}

/** As the server takes it: with codes, and without paths that lead to no higher medal any more. */
function wantedOf({ effectiveFrom, tiers, paths }: EditedVersion): NewCatalogueVersion {
  const codes = new Map(tiers.map(({ key, code }) => [key, code.trim()]));
  const possible = possiblePaths(tiers.map(({ key, tokenType }) => ({ code: key, tokenType })));
  return {
    effectiveFrom,
    tiers: tiers.map(({ key: _key, isNew: _isNew, ...tier }) => ({ ...tier, code: tier.code.trim() })),
    paths: paths
      .filter((path) => possible.some(({ from, to }) => from === path.from && to === path.to))
      .map(({ from, to, price }) => ({ from: codes.get(from) ?? '', to: codes.get(to) ?? '', price })),
  };
}

/** A new version, written from the newest one. What it changes is shown before it is made: afterwards nobody can change it. */
export default function CatalogueForm({ project, base, newest, today, onClose }: CatalogueFormProps) {
  const { values, setValues, clear } = useDraft<CatalogueDraft>(
    `catalogue.${useSharedProps().auth.user?.id}.${project}`,
    { version: edited(base), basedOn: newest, added: 0, isTyped: false },
    ({ version: kept, ...more }) =>
      more.isTyped && kept
        ? { ...more, version: { ...kept, effectiveFrom: laterOf(base.effectiveFrom, kept.effectiveFrom) } }
        : null,
  );
  const [isBack] = useState(values.isTyped);
  const { version, basedOn, added } = values;
  const isOvertaken = basedOn !== newest;
  const [compared, setCompared] = useState<CreatedCatalogue | null>(null);
  const act = useAct();
  const faults = act.problem?.details ?? {};
  const isRefused = act.problem?.code === 'CONFLICT';
  useNewerVersion(isRefused);
  const isTold = isRefused && isOvertaken;
  const checked = isOvertaken ? null : compared;
  const { tiers, paths } = version;

  const changeDraft = (changed: (all: CatalogueDraft) => CatalogueDraft) => {
    setValues(changed);
    setCompared(null);
    act.forget();
  };
  const change = (part: Partial<EditedVersion>, more: Partial<CatalogueDraft> = {}) =>
    changeDraft((all) => ({ ...all, version: { ...all.version, ...part }, isTyped: true, ...more }));
  const drop = () => {
    clear();
    onClose();
  };
  const changeTier = (at: number, part: Partial<EditedTier>) =>
    change({ tiers: tiers.map((tier, index) => (index === at ? { ...tier, ...part } : tier)) });
  const moveTier = (at: number, to: number) => {
    const others = tiers.filter((_tier, index) => index !== at);
    change({ tiers: others.toSpliced(to, 0, ...tiers.slice(at, at + 1)) });
  };
  const removeTier = (at: number) => {
    const gone = tiers[at]?.key;
    change({
      tiers: tiers.filter((_tier, index) => index !== at),
      paths: paths.filter(({ from, to }) => from !== gone && to !== gone),
    });
  };
  const addTier = () => {
    change({ tiers: [...tiers, newTier(`new ${added + 1}`)] }, { added: added + 1 });
  };
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (focusUnreadDay(event.currentTarget)) return;
    const path = `${API.project(project)}/catalogue`;
    void act.run<CatalogueAnswer>(path, { ...wantedOf(version), basedOn, dryRun: checked === null }, ({ created }) => {
      if (checked === null) return setCompared(created);
      router.reload();
      drop();
    });
  };

  return (
    <Section title="New version">
      <p className={projects.note}>
        It holds for links that are made from its first day on. Links that are open then keep the version under which
        they were made.
      </p>
      {isBack && <TypedBefore />}
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
          {tiers.map((tier, at) => (
            <TierFields
              key={tier.key}
              tier={tier}
              at={at}
              count={tiers.length}
              today={today}
              faults={faults}
              onChange={(part) => changeTier(at, part)}
              onMove={(to) => moveTier(at, to)}
              onRemove={() => removeTier(at)}
            />
          ))}
        </div>
        {faults['tiers'] && <Callout tone="error">{faults['tiers']}</Callout>}
        {tiers.length < MAX_TIERS && (
          <div>
            <Button type="button" variant="default" onClick={addTier}>
              Add a tier
            </Button>
          </div>
        )}
        <PathFields
          tiers={tiers}
          paths={paths}
          error={faults['paths']}
          onChange={(changed) => change({ paths: changed })}
        />
        {isOvertaken && (
          <NewerVersion number={newest} onGoOn={() => changeDraft((all) => ({ ...all, basedOn: newest }))} />
        )}
        {act.problem && !isTold && Object.keys(faults).length === 0 && (
          <Callout tone="error">{act.problem.message}</Callout>
        )}
        {checked && <Changes checked={checked} />}
        <div className={projects.foot}>
          <Button type="button" variant="default" onClick={drop}>
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
