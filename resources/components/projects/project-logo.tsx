import { router } from '@inertiajs/react';
import { type ChangeEvent, useRef, useState } from 'react';
import type { ProjectData } from '../../../src/contracts/projects';
import { MESSAGES } from '../../../src/contracts/messages';
import { API } from '../../../src/contracts/routes';
import { useAct } from '../../hooks/use-act';
import { api, errorText } from '../../lib/api';
import { toast } from '../../lib/toasts';
import { Callout } from '../ui/callout';
import { Button } from '../ui/controls';
import classes from './projects.module.css';
import { Section } from './section';

/** The picture that customers see in place of the company's. It is stored as soon as it is chosen. */
export default function ProjectLogo({ project: { code, logo } }: { project: ProjectData }) {
  const [isSending, setSending] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const removal = useAct();

  const choose = async (event: ChangeEvent<HTMLInputElement>) => {
    const [file] = event.currentTarget.files ?? [];
    if (!file) return;
    setSending(true);
    setFault(null);
    removal.forget();
    try {
      const { message } = await api.upload<ProjectData>(API.projectLogo(code), file, {
        headers: { 'Content-Type': file.type === 'image/jpeg' ? 'image/jpeg' : 'image/png' },
      });
      if (message) toast('success', message);
      router.reload();
    } catch (error) {
      setFault(errorText(error, MESSAGES.general.internal));
    } finally {
      setSending(false);
      // The same file can be chosen again.
      if (field.current) field.current.value = '';
    }
  };
  const remove = () => {
    setFault(null);
    void removal.run<ProjectData>(API.removeProjectLogo(code), {}, () => router.reload());
  };
  const problem = fault ?? removal.problem?.message;

  return (
    <Section title="Logo">
      <p className={classes.note}>
        Shown on customers’ pages, receipts and emails of this project. Without one they show the company’s. PNG or
        JPEG, at most 256 kB and 1200 × 400 pixels.
      </p>
      <div className={classes.form}>
        {logo && (
          <img
            className={classes.logo}
            src={logo.url}
            width={logo.width}
            height={logo.height}
            alt="Logo of the project"
          />
        )}
        {problem && <Callout tone="error">{problem}</Callout>}
        <div className={classes.foot}>
          <label className={classes.file} aria-busy={isSending}>
            <span>{logo ? 'Choose another picture' : 'Choose a picture'}</span>
            <input
              ref={field}
              type="file"
              accept=".png,.jpg,.jpeg,image/png,image/jpeg"
              disabled={isSending}
              onChange={(event) => void choose(event)}
            />
          </label>
          {logo && (
            <Button variant="default" loading={removal.busy} onClick={remove}>
              Remove the logo
            </Button>
          )}
        </div>
      </div>
    </Section>
  );
}
