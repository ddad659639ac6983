import { useState } from 'react';
import type { TermsState, TermsVersionData } from '../../../src/contracts/projects';
import { diffLines } from '../../../src/domain/terms/line-diff';
import { formatCount, formatDateTime, formatWeekday } from '../../lib/format';
import { EmptyState } from '../ui/empty-state';
import { Markdown } from '../ui/markdown';
import { Pill, type PillTone } from '../ui/pill';
import classes from './projects.module.css';
import { Section } from './section';
import { Button } from '../ui/controls';

const STATES: Readonly<Record<TermsState, { label: string; tone: PillTone }>> = {
  'in-force': { label: 'In force', tone: 'green' },
  planned: { label: 'Planned', tone: 'blue' },
  past: { label: 'Past', tone: 'grey' },
};
const MARKS = { same: ' ', added: '+', removed: '−' } as const;
const ELEMENTS = { same: 'span', added: 'ins', removed: 'del' } as const;

/** All versions, newest first; each can be read, and compared with the one before it. */
export function TermsVersions({ versions }: { versions: TermsVersionData[] }) {
  return (
    <Section title="Versions of the terms">
      {versions.length === 0 ? (
        <EmptyState title="No terms" hint="Customers pay without a tick box until a first version is in force." />
      ) : (
        <ul className={classes.versions}>
          {versions.map((version, at) => (
            <li key={version.number}>
              <Version version={version} before={versions[at + 1] ?? null} />
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

function Version({ version, before }: { version: TermsVersionData; before: TermsVersionData | null }) {
  const [isCompared, setCompared] = useState(false);
  const { label, tone } = STATES[version.state];
  return (
    <details>
      <summary className={classes.summary}>
        <span className={classes.number}>Version {version.number}</span>
        <Pill tone={tone}>{label}</Pill>
        <span className={classes.facts}>
          from {formatWeekday(version.effectiveFrom)} · {formatCount(version.agreements)}{' '}
          {version.agreements === 1 ? 'agreement' : 'agreements'}
        </span>
      </summary>
      <div className={classes.version}>
        <p className={classes.facts}>
          Made {formatDateTime(version.createdAt)} by {version.createdBy ?? 'the command line'}
        </p>
        <p className={classes.digest}>SHA-256 {version.digest}</p>
        {before && (
          <div className={classes.foot}>
            <Button variant="default" aria-pressed={isCompared} onClick={() => setCompared(!isCompared)}>
              {isCompared ? 'Show the text' : `Compare with version ${before.number}`}
            </Button>
          </div>
        )}
        {isCompared && before ? <Comparison before={before} after={version} /> : <Texts version={version} />}
      </div>
    </details>
  );
}

function Texts({ version }: { version: TermsVersionData }) {
  const { summaryEn, bodyEn, summaryHi, bodyHi } = version;
  return (
    <div className={classes.pair}>
      <section className={classes.text} lang="en" aria-label={`Version ${version.number} in English`}>
        <p>{summaryEn}</p>
        <Markdown text={bodyEn} />
      </section>
      {bodyHi !== null && (
        <section className={classes.text} lang="hi" aria-label={`Version ${version.number} in Hindi`}>
          <p>{summaryHi}</p>
          <Markdown text={bodyHi} />
        </section>
      )}
    </div>
  );
}

function Comparison({ before, after }: { before: TermsVersionData; after: TermsVersionData }) {
  return (
    <>
      <Lines title="English" lang="en" before={wholeOf(before, 'en')} after={wholeOf(after, 'en')} />
      <Lines title="Hindi" lang="hi" before={wholeOf(before, 'hi')} after={wholeOf(after, 'hi')} />
    </>
  );
}

interface LinesProps {
  title: string;
  lang: 'en' | 'hi';
  before: string;
  after: string;
}

function Lines({ title, lang, before, after }: LinesProps) {
  if (before === '' && after === '') return null;
  const lines = diffLines(before, after);
  const isSame = lines.every(({ kind }) => kind === 'same');
  return (
    <section aria-label={`Changes in ${title}`}>
      <h3>{title}</h3>
      {isSame ? (
        <p>No change.</p>
      ) : (
        <div className={classes.diff} lang={lang}>
          {lines.map(({ kind, text }, at) => {
            const Line = ELEMENTS[kind];
            return (
              <Line key={at}>
                <span aria-hidden="true">{MARKS[kind]} </span>
                {text}
              </Line>
            );
          })}
        </div>
      )}
    </section>
  );
}

function wholeOf({ summaryEn, bodyEn, summaryHi, bodyHi }: TermsVersionData, language: 'en' | 'hi'): string {
  if (language === 'en') return `${summaryEn}\n\n${bodyEn}`;
  return bodyHi === null ? '' : `${summaryHi ?? ''}\n\n${bodyHi}`;
}
