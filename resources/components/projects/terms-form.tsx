import { router } from '@inertiajs/react';
import { type FormEvent, useState } from 'react';
import type { ProjectSettings, TermsVersionData } from '../../../src/contracts/projects';
import { API } from '../../../src/contracts/routes';
import { MAX_TERMS_BODY, MAX_TERMS_SUMMARY } from '../../../src/domain/terms/terms-rules';
import { useAct } from '../../hooks/use-act';
import { useDialog } from '../../hooks/use-dialog';
import { useDraft } from '../../hooks/use-draft';
import { useSharedProps } from '../../hooks/use-shared-props';
import DayInput from '../dates/day-input';
import { focusUnreadDay } from '../dates/day-range-fields';
import { Callout } from '../ui/callout';
import { lateDialog } from '../ui/late';
import { Markdown } from '../ui/markdown';
import { laterOf, NewerVersion, TypedBefore, useNewerVersion } from './newer-version';
import classes from './projects.module.css';
import { Section } from './section';
import { Button, Textarea } from '../ui/controls';

const DropTermsDialog = lateDialog(() => import('./drop-terms-dialog'));

interface TermsFormProps {
  code: string;
  hasHindi: boolean;
  /** What the new version is written from; null for the first. */
  latest: TermsVersionData | null;
  today: string;
  onClose: () => void;
}

type Field = 'summaryEn' | 'bodyEn' | 'summaryHi' | 'bodyHi';

interface TermsDraft {
  texts: Record<Field, string>;
  effectiveFrom: string;
  /** Number of the version that it is written from, 0 for none. */
  basedOn: number;
  /** Somebody has written in it. */
  isTyped: boolean;
}

const ENGLISH: Field[] = ['summaryEn', 'bodyEn'];
const HINDI: Field[] = ['summaryHi', 'bodyHi'];
const LABELS: Readonly<Record<Field, string>> = {
  summaryEn: 'Summary in English',
  bodyEn: 'Terms in English',
  summaryHi: 'Summary in Hindi',
  bodyHi: 'Terms in Hindi',
};

/** A new version, written from the newest one and looked at before it is made: afterwards nobody can change it. */
export default function TermsForm({ code, hasHindi, latest, today, onClose }: TermsFormProps) {
  const [first] = useState(() => textsOf(latest));
  const newest = latest?.number ?? 0;
  const earliest = latest && latest.effectiveFrom > today ? latest.effectiveFrom : today;
  const { values, setValues, clear } = useDraft<TermsDraft>(
    `terms.${useSharedProps().auth.user?.id}.${code}`,
    { texts: first, effectiveFrom: earliest, basedOn: newest, isTyped: false },
    (kept) => (kept.isTyped ? { ...kept, effectiveFrom: laterOf(earliest, kept.effectiveFrom) } : null),
  );
  const [isBack] = useState(values.isTyped);
  const { texts, basedOn, effectiveFrom } = values;
  const isOvertaken = basedOn !== newest;
  const [isPreview, setPreview] = useState(false);
  const act = useAct();
  const faults = act.problem?.details ?? {};
  const isRefused = act.problem?.code === 'CONFLICT';
  useNewerVersion(isRefused);
  const isTold = isRefused && isOvertaken;
  const dropping = useDialog();
  const isTyped = [...ENGLISH, ...HINDI].some((field) => texts[field] !== first[field]);
  const shown = hasHindi ? [ENGLISH, HINDI] : [ENGLISH];

  const change = (part: Partial<TermsDraft>) => {
    setValues((all) => ({ ...all, ...part }));
    act.forget();
  };
  const set = (field: Field, text: string) => {
    setValues((all) => ({ ...all, texts: { ...all.texts, [field]: text }, isTyped: true }));
    act.forget();
  };
  const drop = () => {
    clear();
    onClose();
  };
  const make = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (focusUnreadDay(event.currentTarget)) return;
    const chosen = Object.fromEntries(shown.flat().map((field) => [field, texts[field]]));
    const made = act.run<ProjectSettings>(`${API.project(code)}/terms`, { effectiveFrom, ...chosen, basedOn }, () => {
      router.reload();
      drop();
    });
    // What is wrong stands at the fields.
    void made.then((isMade) => isMade || setPreview(false));
  };

  return (
    <Section title="New version">
      <p className={classes.note}>
        From its first day on, every customer has to agree to this version before paying, on links that are open already
        too. It can be followed by another version, and never changed.
      </p>
      {isBack && <TypedBefore />}
      <form className={classes.form} onSubmit={make} noValidate>
        <DayInput
          name="effectiveFrom"
          label="First day (India)"
          className={classes.day ?? ''}
          min={earliest}
          today={today}
          value={effectiveFrom}
          error={faults.effectiveFrom}
          required
          onChange={(day) => change({ effectiveFrom: day, isTyped: true })}
        />
        <div className={classes.texts}>
          {shown.map((fields) => (
            <div key={fields[0]} className={classes.language}>
              {fields.map((field) => (
                <TermsField
                  key={field}
                  field={field}
                  text={texts[field]}
                  error={faults[field]}
                  isPreview={isPreview}
                  onChange={(text) => set(field, text)}
                />
              ))}
            </div>
          ))}
        </div>
        {isOvertaken && <NewerVersion number={newest} onGoOn={() => change({ basedOn: newest })} />}
        {act.problem && !isTold && Object.keys(faults).length === 0 && (
          <Callout tone="error">{act.problem.message}</Callout>
        )}
        <div className={classes.foot}>
          <Button type="button" variant="default" onClick={() => setPreview(!isPreview)} aria-pressed={isPreview}>
            {isPreview ? 'Back to the text' : 'Preview'}
          </Button>
          <Button type="button" variant="default" disabled={act.busy} onClick={isTyped ? dropping.open : drop}>
            Cancel
          </Button>
          <Button type="submit" loading={act.busy}>
            Make the version
          </Button>
        </div>
      </form>
      {dropping.wanted && <DropTermsDialog opened={dropping.opened} onClose={dropping.close} onDrop={drop} />}
    </Section>
  );
}

function textsOf(latest: TermsVersionData | null): Record<Field, string> {
  return {
    summaryEn: latest?.summaryEn ?? '',
    bodyEn: latest?.bodyEn ?? '',
    summaryHi: latest?.summaryHi ?? '',
    bodyHi: latest?.bodyHi ?? '',
  };
}

interface TermsFieldProps {
  field: Field;
  text: string;
  error: string | undefined;
  isPreview: boolean;
  onChange: (text: string) => void;
}

function TermsField({ field, text, error, isPreview, onChange }: TermsFieldProps) {
  const isBody = field.startsWith('body');
  const language = field.endsWith('Hi') ? 'hi' : 'en';
  if (isPreview) {
    return (
      <section className={classes.text} lang={language} aria-label={LABELS[field]}>
        {isBody ? <Markdown text={text} /> : <p>{text}</p>}
      </section>
    );
  }
  return (
    <Textarea
      name={field}
      label={LABELS[field]}
      description={
        isBody
          ? 'Markdown: # heading, - list, **strong**, *emphasis*, [link](https://…)'
          : 'Shown above the tick box on the payment page.'
      }
      lang={language}
      rows={isBody ? 14 : 4}
      maxLength={isBody ? MAX_TERMS_BODY : MAX_TERMS_SUMMARY}
      value={text}
      error={error}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
