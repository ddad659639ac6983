import { type FormEvent, useRef, useState } from 'react';
import type { DeskPayment } from '../../../src/contracts/desk';
import type { CorrectContactData, CorrectContactRequest } from '../../../src/contracts/links';
import { MESSAGES } from '../../../src/contracts/messages';
import { API } from '../../../src/contracts/routes';
import { bankMobile } from '../../../src/domain/people/phone';
import { api } from '../../lib/api';
import { checkContact, type ContactFields, fromServer, mobileDigits } from '../../lib/customer-form';
import { newKey } from '../../lib/keys';
import { Button, TextInput } from '../ui/controls';
import { DialogFoot, DialogForm } from '../ui/dialog-parts';
import { LinkFaultNote } from './link-fault-note';
import { useLinkAction } from './use-link-action';

const WORDS = MESSAGES.linkCare;

interface ContactFormProps {
  desk: DeskPayment;
  onClose: () => void;
  onSending: (sending: boolean) => void;
  onOpen: () => void;
  onDone: (paymentId: string, customerName: string) => void;
}

export function ContactForm({ desk, onClose, onSending, onOpen, onDone }: ContactFormProps) {
  const [before] = useState<ContactFields>({
    customerName: desk.customerName,
    customerEmail: desk.customerEmail,
    phone: desk.phone ? bankMobile(desk.phone) : '',
  });
  const [values, setValues] = useState(before);
  const [checked, setChecked] = useState(false);
  const { fault, sending, run, forget } = useLinkAction(WORDS.correctFailed, { onSending, onOpen });
  const form = useRef<HTMLFormElement>(null);
  /** The same entries sent again must not make a third link. */
  const key = useRef<{ value: string; of: string } | null>(null);
  const wrong = { ...(checked ? checkContact(values) : {}), ...(fault ? fromServer(fault.fields).fields : {}) };

  const send = async () => {
    const body: CorrectContactRequest = {
      name: values.customerName.trim(),
      email: values.customerEmail.trim(),
      // Of another customer who is known the form does not show the number.
      ...(values.phone !== before.phone && { phone: mobileDigits(values.phone) }),
    };
    const of = JSON.stringify(body);
    if (key.current?.of !== of) key.current = { value: newKey(), of };
    const options = { headers: { 'Idempotency-Key': key.current.value }, fallback: WORDS.correctFailed };
    const { data } = await api.post<CorrectContactData>(API.correctContact(desk.paymentId), body, options);
    onDone(data.paymentId, data.customer.name);
  };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    const [first] = Object.keys(checkContact(values));
    if (first) form.current?.querySelector<HTMLInputElement>(`[name="${first}"]`)?.focus();
    else void run(send);
  };

  const field = (name: keyof ContactFields) => ({
    name,
    value: values[name],
    error: wrong[name],
    autoComplete: 'off',
    onChange: (event: { currentTarget: { value: string } }) => {
      const { value } = event.currentTarget;
      setValues((current) => ({ ...current, [name]: value }));
      forget();
    },
  });

  return (
    <DialogForm ref={form} onSubmit={submit}>
      <p>
        The link that {desk.customerName} has now stops working. A new one is made for the corrected person and shown on
        the next screen.
      </p>
      <TextInput label="Customer name" required withAsterisk={false} data-autofocus {...field('customerName')} />
      <TextInput
        label="Customer email"
        type="email"
        inputMode="email"
        autoCapitalize="none"
        spellCheck={false}
        required
        withAsterisk={false}
        {...field('customerEmail')}
      />
      <TextInput
        label="Mobile number (optional)"
        description="10 digits, without the country code"
        type="tel"
        inputMode="tel"
        {...field('phone')}
      />
      <LinkFaultNote
        fault={fault}
        failed={WORDS.correctFailed}
        refused="The old link still works."
        open="It is not known whether the new link was made. Press the button again: the same entries never make a second one."
      />
      <DialogFoot>
        <Button variant="default" disabled={sending} onClick={onClose}>
          Keep as it is
        </Button>
        <Button type="submit" loading={sending}>
          Make the new link
        </Button>
      </DialogFoot>
    </DialogForm>
  );
}
