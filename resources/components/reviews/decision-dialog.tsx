import { type FormEvent, useEffect, useRef, useState } from 'react';
import { OFFICE_MESSAGES } from '../../../src/contracts/messages-office';
import type { DecisionChoice, ReviewRow } from '../../../src/contracts/reviews';
import { formatRupees } from '../../lib/format';
import { Callout } from '../ui/callout';
import { Button, Textarea, TextInput } from '../ui/controls';
import { Modal } from '../ui/modal';
import { DialogFoot, DialogForm, NamingButton } from '../ui/dialog-parts';
import { useDecision } from './use-decision';

const TEXT = OFFICE_MESSAGES.review;
const REFERENCE = /^[A-Za-z0-9][A-Za-z0-9./_-]{2,39}$/;

export interface Chosen {
  review: ReviewRow;
  choice: DecisionChoice;
}

interface DecisionDialogProps {
  opened: boolean;
  chosen: Chosen;
  onClose: () => void;
  onDecided: () => void;
  onStale: () => void;
}

/** What follows, a note for those who come later, and a button that names amount and person. */
export default function DecisionDialog({ opened, chosen, onClose, onDecided, onStale }: DecisionDialogProps) {
  const { review, choice } = chosen;
  const [sending, setSending] = useState(false);
  const close = () => {
    if (!sending) onClose();
  };
  return (
    <Modal opened={opened} onClose={close} title={choice.label} size="34rem" xOffset="0.75rem">
      <DecisionForm
        key={`${review.reviewId} ${choice.decision}`}
        chosen={chosen}
        onClose={onClose}
        onDecided={onDecided}
        onStale={onStale}
        onSending={setSending}
      />
    </Modal>
  );
}

interface DecisionFormProps extends Omit<DecisionDialogProps, 'opened'> {
  onSending: (sending: boolean) => void;
}

function DecisionForm({ chosen, onClose, onDecided, onStale, onSending }: DecisionFormProps) {
  const { review, choice } = chosen;
  const [note, setNote] = useState('');
  const [reference, setReference] = useState('');
  const [checked, setChecked] = useState(false);
  const { sending, fault, send } = useDecision(review, choice, onDecided, onStale);
  useEffect(() => onSending(sending), [sending, onSending]);
  const noteField = useRef<HTMLTextAreaElement>(null);
  const referenceField = useRef<HTMLInputElement>(null);
  const wrong = {
    note: [...note.trim()].length < 3 ? TEXT.noteShort : undefined,
    reference: choice.needsBankReference && !REFERENCE.test(reference.trim()) ? TEXT.referenceNeeded : undefined,
  };

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    if (wrong.reference || wrong.note) {
      (wrong.reference ? referenceField : noteField).current?.focus();
      return;
    }
    await send(note.trim(), reference.trim());
  };

  return (
    <DialogForm onSubmit={(event) => void submit(event)}>
      <p>
        {review.reasonLabel}: {review.customer.name}, {formatRupees(review.amount)}
      </p>
      <p>{choice.explanation}</p>
      {choice.needsBankReference && (
        <TextInput
          ref={referenceField}
          name="bankReference"
          label="Bank's reference"
          description="As the bank gave it, so that it can be found there again."
          maxLength={40}
          required
          withAsterisk={false}
          value={reference}
          error={fault?.fields.bankReference ?? (checked ? wrong.reference : undefined)}
          onChange={(event) => setReference(event.currentTarget.value)}
        />
      )}
      <Textarea
        ref={noteField}
        name="note"
        label="Note"
        description="What you found out, and why you decide so. It stays with the review."
        rows={3}
        maxLength={500}
        required
        withAsterisk={false}
        data-autofocus={choice.needsBankReference ? undefined : true}
        value={note}
        error={fault?.fields.note ?? (checked ? wrong.note : undefined)}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
      {fault && <Callout tone="error">{fault.message}</Callout>}
      <DialogFoot>
        <Button variant="default" disabled={sending} onClick={onClose}>
          Cancel
        </Button>
        <NamingButton type="submit" loading={sending}>
          {choice.label}: {formatRupees(review.amount)}, {review.customer.name}
        </NamingButton>
      </DialogFoot>
    </DialogForm>
  );
}
