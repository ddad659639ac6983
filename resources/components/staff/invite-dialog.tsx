import { type FormEvent, useState } from 'react';
import type { StaffLinkData } from '../../../src/contracts/accounts';
import { OFFICE_MESSAGES } from '../../../src/contracts/messages-office';
import { API } from '../../../src/contracts/routes';
import { ROLE_NAMES } from '../../layouts/navigation';
import { useAct } from '../../hooks/use-act';
import { Callout } from '../ui/callout';
import { Button, NativeSelect, TextInput } from '../ui/controls';
import { Modal } from '../ui/modal';
import { DialogFoot, DialogForm } from '../ui/dialog-parts';
import { ProjectChoice, type ProjectOption } from './project-choice';
import classes from './staff.module.css';

interface InviteDialogProps {
  opened: boolean;
  onClose: () => void;
  onInvited: (link: string | null) => void;
  /** What an admin can be limited to; left out where there is one project. */
  projects?: readonly ProjectOption[] | undefined;
}

const EMPTY = { name: '', email: '', role: 'sales_manager' };
const ROLE_OPTIONS = (['sales_manager', 'admin'] as const).map((value) => ({ value, label: ROLE_NAMES[value] }));

export default function InviteDialog({ opened, onClose, onInvited, projects }: InviteDialogProps) {
  const [typed, setTyped] = useState(EMPTY);
  const [chosen, setChosen] = useState<string[] | null>(null);
  const isAdmin = typed.role === 'admin';
  const { run, busy, problem, forget } = useAct(OFFICE_MESSAGES.staff.failed);
  const known = problem?.details ?? {};
  const set = (change: Partial<typeof EMPTY>) => {
    setTyped((all) => ({ ...all, ...change }));
    forget();
  };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const limits = isAdmin && chosen !== null ? { projects: chosen } : {};
    void run<StaffLinkData>(API.staff, { ...typed, ...limits }, ({ link }) => {
      setTyped(EMPTY);
      setChosen(null);
      onInvited(link);
    });
  };

  return (
    <Modal
      opened={opened}
      onClose={() => {
        if (!busy) onClose();
      }}
      title="Invite staff"
      size="30rem"
    >
      <DialogForm onSubmit={submit}>
        <TextInput
          data-autofocus
          name="name"
          label="Name"
          autoComplete="off"
          required
          withAsterisk={false}
          value={typed.name}
          error={known.name}
          onChange={(event) => set({ name: event.currentTarget.value })}
        />
        <TextInput
          name="email"
          type="email"
          label="Work email"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          required
          withAsterisk={false}
          value={typed.email}
          error={known.email}
          onChange={(event) => set({ email: event.currentTarget.value })}
        />
        <NativeSelect
          name="role"
          label="Role"
          value={typed.role}
          data={ROLE_OPTIONS}
          onChange={(event) => set({ role: event.currentTarget.value })}
        />
        {projects && isAdmin && <ProjectChoice options={projects} chosen={chosen} onChange={setChosen} />}
        <p className={classes.soft}>
          A link to choose a password goes to this address; where no mail server is set up, you get it to hand over. It
          works once, for 48 hours.
        </p>
        {problem && !known.name && !known.email && <Callout tone="error">{problem.message}</Callout>}
        <DialogFoot>
          <Button variant="default" disabled={busy} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={busy} disabled={!typed.name.trim() || !typed.email.trim()}>
            Send invitation
          </Button>
        </DialogFoot>
      </DialogForm>
    </Modal>
  );
}
