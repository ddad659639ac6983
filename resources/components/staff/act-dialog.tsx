import type { StaffLinkData, StaffRow } from '../../../src/contracts/accounts';
import { OFFICE_MESSAGES } from '../../../src/contracts/messages-office';
import { useAct } from '../../hooks/use-act';
import { Callout } from '../ui/callout';
import { Button } from '../ui/controls';
import { Modal } from '../ui/modal';
import { DialogBody, DialogFoot } from '../ui/dialog-parts';
import { requestOf, type StaffChoice } from './staff-acts';

interface ActDialogProps {
  opened: boolean;
  row: StaffRow;
  choice: StaffChoice;
  onClose: () => void;
  /** @param link told once, where no mail server is set up */
  onDone: (link: string | null) => void;
}

/** Asks before something is done to an account, and says why it could not be done. */
export default function ActDialog({ opened, row, choice, onClose, onDone }: ActDialogProps) {
  const { run, busy, problem } = useAct(OFFICE_MESSAGES.staff.failed);
  const { question, key } = choice;
  if (!question || key === 'sessions' || key === 'projects') return null;

  const act = () => {
    const { path, method, body } = requestOf(row, key);
    void run<Partial<StaffLinkData> | null>(path, body, (data) => onDone(data?.link ?? null), method);
  };

  return (
    <Modal
      opened={opened}
      onClose={() => {
        if (!busy) onClose();
      }}
      title={question.title}
      size="30rem"
      returnFocus={false}
    >
      <DialogBody>
        <p>{question.text}</p>
        {problem && <Callout tone="error">{problem.message}</Callout>}
        <DialogFoot>
          <Button variant="default" disabled={busy} onClick={onClose}>
            Cancel
          </Button>
          <Button color={question.isGrave ? 'red' : undefined} loading={busy} onClick={act}>
            {question.button}
          </Button>
        </DialogFoot>
      </DialogBody>
    </Modal>
  );
}
