import { type FormEvent, useState } from 'react';
import type { StaffRow } from '../../../src/contracts/accounts';
import { OFFICE_MESSAGES } from '../../../src/contracts/messages-office';
import { API } from '../../../src/contracts/routes';
import { useAct } from '../../hooks/use-act';
import { Callout } from '../ui/callout';
import { Button } from '../ui/controls';
import { DialogFoot, DialogForm } from '../ui/dialog-parts';
import { Modal } from '../ui/modal';
import { ProjectChoice, type ProjectOption } from './project-choice';

interface ProjectsDialogProps {
  opened: boolean;
  row: StaffRow;
  options: readonly ProjectOption[];
  onClose: () => void;
  onDone: () => void;
}

/** Limits an admin to some projects, or lifts the limits. */
export default function ProjectsDialog({ opened, row, options, onClose, onDone }: ProjectsDialogProps) {
  const [chosen, setChosen] = useState<string[] | null>(row.projects ?? null);
  const { run, busy, problem, forget } = useAct(OFFICE_MESSAGES.staff.failed);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void run(API.staffProjects(row.id), { all: chosen === null, projects: chosen ?? [] }, onDone, 'put');
  };
  return (
    <Modal
      opened={opened}
      onClose={() => {
        if (!busy) onClose();
      }}
      title={`Projects of ${row.name}`}
      size="30rem"
      returnFocus={false}
    >
      <DialogForm onSubmit={submit}>
        <ProjectChoice
          options={options}
          chosen={chosen}
          onChange={(all) => {
            setChosen(all);
            forget();
          }}
        />
        {chosen?.length === 0 && <p>Without any project the account sees nothing.</p>}
        {problem && <Callout tone="error">{problem.message}</Callout>}
        <DialogFoot>
          <Button variant="default" disabled={busy} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={busy}>
            Save
          </Button>
        </DialogFoot>
      </DialogForm>
    </Modal>
  );
}
