import { type FormEvent, useState } from 'react';
import { OFFICE_MESSAGES } from '../../../src/contracts/messages-office';
import { API } from '../../../src/contracts/routes';
import { useSharedProps } from '../../hooks/use-shared-props';
import { api, errorText } from '../../lib/api';
import { Callout } from '../ui/callout';
import { Button } from '../ui/controls';
import { Modal } from '../ui/modal';
import { DialogFoot, DialogForm } from '../ui/dialog-parts';
import classes from './account.module.css';
import { CodeField } from './code-field';
import { SecretField } from './secret-field';

/** Above the dialog that it was asked from. */
const ON_TOP = 400;

export default function StepUpDialog({ opened, onAnswer }: { opened: boolean; onAnswer: (right: boolean) => void }) {
  return (
    <Modal opened={opened} onClose={() => onAnswer(false)} title="Confirm that it is you" size="26rem" zIndex={ON_TOP}>
      <StepUpForm onAnswer={onAnswer} />
    </Modal>
  );
}

function StepUpForm({ onAnswer }: { onAnswer: (right: boolean) => void }) {
  const { secondFactor } = useSharedProps().auth;
  const [byCode, setByCode] = useState(secondFactor);
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [sending, setSending] = useState(false);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    // React hands events of a dialog on to the form that it was opened from.
    event.stopPropagation();
    if (!text || sending) return;
    setSending(true);
    setProblem(null);
    try {
      const options = { fallback: OFFICE_MESSAGES.account.confirmFailed };
      await api.post(API.stepUp, byCode ? { code: text } : { password: text }, options);
      onAnswer(true);
    } catch (error) {
      setProblem(errorText(error, OFFICE_MESSAGES.account.confirmFailed));
      setSending(false);
    }
  };
  const turn = () => {
    setByCode(!byCode);
    setText('');
    setProblem(null);
  };

  return (
    <DialogForm onSubmit={(event) => void submit(event)}>
      <p className={classes.soft}>
        You last confirmed it more than five minutes ago. Confirm, and your request goes on.
      </p>
      {byCode ? (
        <CodeField wantsFocus value={text} onChange={setText} />
      ) : (
        <SecretField wantsFocus label="Password" autoComplete="current-password" value={text} onChange={setText} />
      )}
      {problem && <Callout tone="error">{problem}</Callout>}
      {secondFactor && (
        <Button variant="subtle" size="sm" className={classes.turn} onClick={turn}>
          {byCode ? 'Use the password instead' : 'Use a code instead'}
        </Button>
      )}
      <DialogFoot>
        <Button variant="default" disabled={sending} onClick={() => onAnswer(false)}>
          Cancel
        </Button>
        <Button type="submit" loading={sending} disabled={!text}>
          Confirm
        </Button>
      </DialogFoot>
    </DialogForm>
  );
}
