import { useState } from 'react';
import type { SessionRow, StaffRow } from '../../../src/contracts/accounts';
import { OFFICE_MESSAGES } from '../../../src/contracts/messages-office';
import { API } from '../../../src/contracts/routes';
import { useAct } from '../../hooks/use-act';
import { useLoaded } from '../../hooks/use-loaded';
import { SessionList } from '../account/session-list';
import { Callout } from '../ui/callout';
import { Button } from '../ui/controls';
import { Modal } from '../ui/modal';
import { DialogBody, DialogFoot } from '../ui/dialog-parts';
import { ErrorState } from '../ui/error-state';

interface SessionsDialogProps {
  opened: boolean;
  row: StaffRow;
  onClose: () => void;
  onChanged: () => void;
}

export default function SessionsDialog({ opened, row, onClose, onChanged }: SessionsDialogProps) {
  return (
    <Modal opened={opened} onClose={onClose} title={`Sessions of ${row.name}`} size="34rem" returnFocus={false}>
      <Sessions row={row} onChanged={onChanged} />
    </Modal>
  );
}

function Sessions({ row, onChanged }: Pick<SessionsDialogProps, 'row' | 'onChanged'>) {
  const { data, problem, reload } = useLoaded<SessionRow[]>(API.staffSessions(row.id), OFFICE_MESSAGES.staff.failed);
  const [ending, setEnding] = useState<string | null>(null);
  const act = useAct(OFFICE_MESSAGES.staff.failed);
  const changed = () => {
    reload();
    onChanged();
  };

  const end = async ({ id }: SessionRow) => {
    setEnding(id);
    await act.run(API.endStaffSession(row.id, id), {}, changed);
    setEnding(null);
  };

  if (problem && !data) return <ErrorState message={problem} onRetry={reload} />;
  if (!data) return <p role="status">Loading…</p>;
  return (
    <DialogBody>
      <SessionList sessions={data} busy={ending} onEnd={(session) => void end(session)} />
      {act.problem && <Callout tone="error">{act.problem.message}</Callout>}
      {data.some(({ isCurrent }) => !isCurrent) && !row.isSelf && (
        <DialogFoot>
          <Button
            color="red"
            loading={act.busy && ending === null}
            onClick={() => void act.run(API.staffAct(row.id, 'end-sessions'), {}, changed)}
          >
            End all
          </Button>
        </DialogFoot>
      )}
    </DialogBody>
  );
}
