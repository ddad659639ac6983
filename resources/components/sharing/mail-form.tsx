import { type FormEvent, useRef, useState } from 'react';
import type { DeskPayment } from '../../../src/contracts/desk';
import type { LinkMails, SendLinkMailData, SendLinkMailRequest } from '../../../src/contracts/links';
import { MESSAGES } from '../../../src/contracts/messages';
import { API } from '../../../src/contracts/routes';
import { api, ApiError } from '../../lib/api';
import { newKey } from '../../lib/keys';
import { mailsSent } from '../../lib/link-markers';
import { toast } from '../../lib/toasts';
import { isUnanswered } from '../../lib/unanswered';
import { Callout } from '../ui/callout';
import { Button, Textarea } from '../ui/controls';
import { MailIcon } from '../ui/icons';
import { MailAddress } from '../ui/mail-address';
import classes from './sharing.module.css';

const LINK = MESSAGES.link;
const LONGEST_MESSAGE = 500;

interface Fault {
  title: string;
  text: string;
}

function faultOf(error: unknown): Fault {
  if (!(error instanceof ApiError)) return { title: LINK.mailError, text: MESSAGES.general.internal };
  const title = error.status === 0 ? LINK.mailError : LINK.mailFailed;
  const details = [error.message, ...Object.values(error.details)].filter((text) => text !== title);
  // The server may have sent it all the same.
  if (isUnanswered(error)) return { title, text: [...details, LINK.mailUnanswered].join(' ') };
  return { title, text: details.join(' ') || 'Nothing was sent.' };
}

/** The address is the recorded one: whoever has another corrects the contact details first. */
export default function MailForm({ desk, onMailed }: { desk: DeskPayment; onMailed: () => void }) {
  const [message, setMessage] = useState('');
  const [sending, setSending] = useState(false);
  const [fault, setFault] = useState<Fault | null>(null);
  const [answered, setAnswered] = useState<LinkMails | null>(null);
  const running = useRef(false);
  const known = answered && answered.sentCount > desk.linkMails.sentCount ? answered : desk.linkMails;

  /** The same letter whose answer was lost is not sent a second time. */
  const key = useRef<{ value: string; of: string } | null>(null);
  const keyFor = (text: string): string => {
    if (key.current?.of !== text) key.current = { value: newKey(), of: text };
    return key.current.value;
  };

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (running.current) return;
    running.current = true;
    setSending(true);
    setFault(null);
    const text = message.trim();
    const request: SendLinkMailRequest = { paymentId: desk.paymentId, ...(text ? { message: text } : {}) };
    try {
      const options = { headers: { 'Idempotency-Key': keyFor(text) }, fallback: LINK.mailFailed };
      const { data } = await api.post<SendLinkMailData>(API.sendLinkMail, request, options);
      key.current = null;
      setAnswered(data);
      setMessage('');
      toast('success', LINK.mailed(data.to));
      onMailed();
    } catch (error) {
      setFault(faultOf(error));
    } finally {
      running.current = false;
      setSending(false);
    }
  };

  return (
    <form className={classes.mail} onSubmit={(event) => void submit(event)}>
      <p>
        By email to{' '}
        <strong className={classes.address}>
          <MailAddress address={desk.customerEmail} />
        </strong>
      </p>
      <Textarea
        label="Message (optional)"
        name="message"
        rows={2}
        maxLength={LONGEST_MESSAGE}
        value={message}
        onChange={(event) => {
          setMessage(event.currentTarget.value);
          setFault(null);
        }}
      />
      {fault && (
        <Callout tone="error" title={fault.title}>
          {fault.text}
        </Callout>
      )}
      <div className={classes.mailFoot}>
        <Button type="submit" variant="light" leftSection={<MailIcon />} loading={sending}>
          Send email
        </Button>
        <span className={classes.record} role="status">
          {mailsSent(known) ?? 'Not sent yet'}
        </span>
      </div>
    </form>
  );
}
