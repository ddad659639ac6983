import { router } from '@inertiajs/react';
import { type FormEvent, useState } from 'react';
import type { ProjectData, ProjectSettings, ProjectUpdate } from '../../../src/contracts/projects';
import { API } from '../../../src/contracts/routes';
import {
  PROJECT_FIELDS,
  PROJECT_LIMITS,
  type ProjectField,
  type ProjectState,
} from '../../../src/domain/projects/project-rules';
import { useAct } from '../../hooks/use-act';
import { useSharedProps } from '../../hooks/use-shared-props';
import { Callout } from '../ui/callout';
import classes from './projects.module.css';
import { Section } from './section';
import { Button, NativeSelect, TextInput } from '../ui/controls';

type Texts = Record<ProjectField, string>;

interface FieldTexts {
  label: string;
  hint: string;
  type?: 'email' | 'tel' | 'url';
}

const FIELDS: Readonly<Record<Exclude<ProjectField, 'languages' | 'merchantProfile'>, FieldTexts>> = {
  name: { label: 'Name of the project', hint: 'Shown on customers’ pages, receipts and emails.' },
  reraNumber: { label: 'RERA number', hint: 'Shown on the payment page.' },
  reraUrl: { label: 'Page of the authority', hint: 'Begins with https://', type: 'url' },
  legalName: { label: 'Legal entity', hint: 'Shown on receipts and with the terms.' },
  address: { label: 'Address of the legal entity', hint: 'Shown on customers’ pages, receipts and emails.' },
  supportEmail: {
    label: 'Email for questions',
    hint: 'Shown on customers’ pages, receipts and emails.',
    type: 'email',
  },
  supportPhone: {
    label: 'Telephone for questions',
    hint: 'Shown on customers’ pages, receipts and emails.',
    type: 'tel',
  },
};

/** What customers read about the project. An empty field is as in the settings of the installation. */
export function ProjectForm({ project, merchantProfiles }: Pick<ProjectSettings, 'project' | 'merchantProfiles'>) {
  /** What the fields were filled from. */
  const [stored, setStored] = useState(project);
  const [texts, setTexts] = useState<Texts>(() => textsOf(project));
  const limited = useSharedProps().auth.user?.limited ?? false;
  const act = useAct();
  const faults = act.problem?.details ?? {};
  const [state, setState] = useState(project.state);
  const changed: ProjectUpdate = {
    ...Object.fromEntries(
      PROJECT_FIELDS.filter((field) => texts[field] !== (stored[field] ?? '')).map((field) => [field, texts[field]]),
    ),
    ...(state !== stored.state && { state }),
  };

  const set = (field: ProjectField, text: string) => {
    setTexts((all) => ({ ...all, [field]: text }));
    act.forget();
  };
  const save = (event: FormEvent) => {
    event.preventDefault();
    const done = (data: ProjectSettings) => {
      setStored(data.project);
      setTexts(textsOf(data.project));
      setState(data.project.state);
      router.reload();
    };
    // Nothing else: what another admin has changed meanwhile stays, above all the state.
    void act.run<ProjectSettings>(API.project(project.code), changed, done, 'put');
  };

  return (
    <Section title="Project">
      <p className={classes.note}>
        An empty field is as in the settings of the installation. Customers see it on payments of this project at once.
      </p>
      <form className={classes.form} onSubmit={save} noValidate>
        <div className={classes.pair}>
          {(Object.entries(FIELDS) as [keyof typeof FIELDS, FieldTexts][]).map(([field, { label, hint, type }]) => (
            <TextInput
              key={field}
              name={field}
              type={type ?? 'text'}
              label={label}
              description={hint}
              maxLength={PROJECT_LIMITS[field]}
              value={texts[field]}
              error={faults[field]}
              onChange={(event) => set(field, event.currentTarget.value)}
            />
          ))}
          <NativeSelect
            name="state"
            label="State"
            description="Closed: no new links. Open links can be paid."
            data={[
              ...(stored.state === 'draft' ? [{ value: 'draft', label: 'Draft, sells nothing yet' }] : []),
              { value: 'selling', label: 'Selling' },
              { value: 'closed', label: 'Closed' },
            ]}
            value={state}
            error={faults.state}
            onChange={(event) => {
              setState(event.currentTarget.value as ProjectState);
              act.forget();
            }}
          />
          <NativeSelect
            name="languages"
            label="Languages of the terms"
            description="New versions are written in these."
            data={[
              { value: '', label: 'English and Hindi' },
              { value: 'en', label: 'English alone' },
            ]}
            value={texts.languages === 'en' ? 'en' : ''}
            error={faults.languages}
            onChange={(event) => set('languages', event.currentTarget.value)}
          />
          {!limited && (merchantProfiles.length > 0 || stored.merchantProfile !== null) && (
            <NativeSelect
              name="merchantProfile"
              label="Merchant at the bank"
              description="For links from now on; links that were made keep theirs."
              data={merchantChoices(merchantProfiles, stored.merchantProfile)}
              value={texts.merchantProfile}
              error={faults.merchantProfile}
              onChange={(event) => set('merchantProfile', event.currentTarget.value)}
            />
          )}
        </div>
        {act.problem && Object.keys(faults).length === 0 && <Callout tone="error">{act.problem.message}</Callout>}
        <div className={classes.foot}>
          <Button type="submit" variant="default" loading={act.busy} disabled={Object.keys(changed).length === 0}>
            Save the project
          </Button>
        </div>
      </form>
    </Section>
  );
}

/** @param current may be one that the settings do not have any more */
function merchantChoices(names: readonly string[], current: string | null) {
  const gone =
    current !== null && !names.includes(current) ? [{ value: current, label: `${current} (not configured)` }] : [];
  return [{ value: '', label: 'Default' }, ...names.map((name) => ({ value: name, label: name })), ...gone];
}

function textsOf(project: ProjectData): Texts {
  return Object.fromEntries(PROJECT_FIELDS.map((field) => [field, project[field] ?? ''])) as Texts;
}
