import type { CatalogueState, CatalogueTierData, CatalogueVersionData } from '../../../src/contracts/catalogue';
import { formatDateTime, formatRupees, formatWeekday } from '../../lib/format';
import projects from '../projects/projects.module.css';
import { Section } from '../projects/section';
import { EmptyState } from '../ui/empty-state';
import { Pill, type PillTone } from '../ui/pill';
import { TierMedal } from '../ui/tier-medal';
import classes from './catalogue.module.css';

const STATES: Readonly<Record<CatalogueState, { label: string; tone: PillTone }>> = {
  'in-force': { label: 'In force', tone: 'green' },
  planned: { label: 'Planned', tone: 'blue' },
  past: { label: 'Past', tone: 'grey' },
};

/** All versions, newest first. */
export function CatalogueVersions({ versions }: { versions: CatalogueVersionData[] }) {
  return (
    <Section title="Versions">
      {versions.length === 0 ? (
        <EmptyState
          title="No catalogue of its own"
          hint="The project sells by the first version of the installation."
        />
      ) : (
        <ul className={projects.versions}>
          {versions.map((version) => (
            <li key={version.number}>
              <Version version={version} />
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

function Version({ version }: { version: CatalogueVersionData }) {
  const { number, state, effectiveFrom, createdAt, createdBy, digest, tiers, paths } = version;
  const { label, tone } = STATES[state];
  return (
    <details open={state === 'in-force'}>
      <summary className={projects.summary}>
        <span className={projects.number}>Version {number}</span>
        <Pill tone={tone}>{label}</Pill>
        <span className={projects.facts}>from {formatWeekday(effectiveFrom)}</span>
      </summary>
      <div className={projects.version}>
        <div className={classes.facts}>
          {tiers.map((tier) => (
            <Tier key={tier.code} tier={tier} />
          ))}
        </div>
        <ul>
          {paths.length === 0 && <li>No upgrades.</li>}
          {paths.map(({ from, to, price }) => (
            <li key={`${from} ${to}`}>
              Upgrade from {from} to {to} for {price === null ? 'the difference' : formatRupees(price)}
            </li>
          ))}
        </ul>
        <p className={projects.facts}>
          Made {formatDateTime(createdAt)} by {createdBy ?? 'the command line or the installation'}
        </p>
        <p className={projects.digest}>SHA-256 {digest}</p>
      </div>
    </details>
  );
}

function Tier({ tier }: { tier: CatalogueTierData }) {
  const { code, tokenType, name, price, prefix, width, offered, saleFrom, saleTo, description } = tier;
  return (
    <div className={classes.fact}>
      <p className={classes.name}>
        <TierMedal type={tokenType} /> {name}
        {code !== tokenType && <span className={classes.code}>{code}</span>}
      </p>
      <p>
        {formatRupees(price)} · {prefix}-{'1'.padStart(width, '0')}
      </p>
      <p className={classes.soft}>
        {offered ? 'Sold' : 'Not sold'}
        {saleFrom && ` from ${formatWeekday(saleFrom)}`}
        {saleTo && ` to ${formatWeekday(saleTo)}`}
      </p>
      {description && <p>{description}</p>}
    </div>
  );
}
