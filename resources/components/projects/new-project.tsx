import { router } from '@inertiajs/react';
import { type FormEvent, useState } from 'react';
import type { ProjectData } from '../../../src/contracts/projects';
import { API, ROUTES } from '../../../src/contracts/routes';
import { PROJECT_LIMITS } from '../../../src/domain/projects/project-rules';
import { useAct } from '../../hooks/use-act';
import { Callout } from '../ui/callout';
import { Button, TextInput } from '../ui/controls';
import classes from './projects.module.css';
import { Section } from './section';

const CODE_LENGTH = 20;

/** A draft; the rest is written on its own page. */
export default function NewProject({ onClose }: { onClose: () => void }) {
  const [code, setCode] = useState('');
  const [name, setName] = useState('');
  const act = useAct();
  const faults = act.problem?.details ?? {};
  const make = (event: FormEvent) => {
    event.preventDefault();
    void act.run<ProjectData>(API.projects, { code, name }, (project) =>
      router.visit(ROUTES.adminProjectOf(project.code)),
    );
  };
  return (
    <Section title="New project">
      <form className={classes.form} onSubmit={make} noValidate>
        <div className={classes.pair}>
          <TextInput
            name="name"
            label="Name of the project"
            description="Shown on customers’ pages, receipts and emails."
            maxLength={PROJECT_LIMITS.name}
            value={name}
            error={faults.name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <TextInput
            name="code"
            label="Short name"
            description="For addresses and commands, such as green-meadows. It never changes."
            maxLength={CODE_LENGTH}
            value={code}
            error={faults.code}
            onChange={(event) => setCode(event.currentTarget.value)}
          />
        </div>
        {act.problem && Object.keys(faults).length === 0 && <Callout tone="error">{act.problem.message}</Callout>}
        <div className={classes.foot}>
          <Button type="button" variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={act.busy}>
            Make the project
          </Button>
        </div>
      </form>
    </Section>
  );
}
