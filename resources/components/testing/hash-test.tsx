import { type FormEvent, useRef, useState } from 'react';
import { OFFICE_MESSAGES } from '../../../src/contracts/messages-office';
import type { PageProps } from '../../../src/contracts/pages';
import { API } from '../../../src/contracts/routes';
import type { HashTest } from '../../../src/contracts/testing';
import { useTestRun } from '../../hooks/use-test-run';
import { Button, Textarea, TextInput } from '../ui/controls';
import { HashResult } from './hash-result';
import { readPayload } from './payload-text';
import { TestPanel } from './test-panel';
import classes from './testing.module.css';

export function HashTestPanel({ sample }: { sample: PageProps['Test/Gateway']['sample'] }) {
  const [typed, setTyped] = useState(sample.payload);
  const [expected, setExpected] = useState(sample.expectedHash);
  const [unreadable, setUnreadable] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const test = useTestRun<HashTest>(API.hashTest, OFFICE_MESSAGES.testing.hashFailed);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const payload = readPayload(typed);
    setUnreadable(payload === null);
    if (payload === null) field.current?.focus();
    else void test.run({ ...payload, ...(expected.trim() ? { expectedHash: expected.trim() } : {}) });
  };

  const form = (
    <form className={classes.form} noValidate onSubmit={submit}>
      <Textarea
        ref={field}
        name="payload"
        label="Payload"
        description="A JSON object, or a form body or query string as received."
        rows={10}
        spellCheck={false}
        value={typed}
        error={unreadable ? OFFICE_MESSAGES.testing.payloadUnreadable : undefined}
        classNames={{ input: classes.payload }}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <TextInput
        name="expectedHash"
        label="Expected hash"
        description="Optional; without it the payload's own secureHash is taken."
        spellCheck={false}
        autoComplete="off"
        value={expected}
        onChange={(event) => setExpected(event.currentTarget.value)}
      />
      <div className={classes.actions}>
        <Button type="submit" loading={test.running}>
          Test hash
        </Button>
      </div>
    </form>
  );
  return (
    <TestPanel
      title="Hash test"
      hint="The message and the hash of a payload, held against the hash that you expect."
      problem={test.problem}
      start={form}
    >
      {test.data && <HashResult result={test.data} />}
    </TestPanel>
  );
}
