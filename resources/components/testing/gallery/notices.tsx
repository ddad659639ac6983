import type { DeskLook } from '../../../lib/desk-state';
import { DeskStatus } from '../../desk/desk-status';
import { Qr } from '../../desk/qr';
import { Callout } from '../../ui/callout';
import { Button } from '../../ui/controls';
import { EmptyState } from '../../ui/empty-state';
import { ErrorState } from '../../ui/error-state';
import { Panel } from '../../ui/panel';
import classes from './gallery.module.css';
import { LONG_NAME } from './samples';
import { Specimen } from './specimen';

const TONES = ['info', 'warning', 'error', 'success'] as const;
const LOOKS: readonly DeskLook[] = ['waiting', 'opened', 'bank', 'paid', 'failed', 'ended', 'returned'];

export function Notices() {
  return (
    <Panel title="What is said where it happened">
      <div className={classes.body}>
        <Specimen title="Callout: alone, with a title, with something to do, very long" wide>
          <div className={classes.stack}>
            {TONES.map((tone) => (
              <Callout key={tone} tone={tone}>
                Nothing was charged; the form is kept.
              </Callout>
            ))}
            <Callout tone="warning" title="Not confirmed yet" action={<Button variant="default">Check again</Button>}>
              Once confirmed, it takes 3-5 business days.
            </Callout>
            <Callout tone="error" title={LONG_NAME}>
              {LONG_NAME} {LONG_NAME}
            </Callout>
          </div>
        </Specimen>
        <Specimen title="DeskStatus" wide>
          <div className={classes.stack}>
            {LOOKS.map((look) => (
              <DeskStatus
                key={look}
                id={`look-${look}`}
                state={{ look, words: `State: ${look}`, next: 'What happens next, or what to do.' }}
              />
            ))}
          </div>
        </Specimen>
        <Specimen title="Qr">
          <Qr url="https://tokens.example.com/payment/01kabcdefghjkmnpqrstvwxyz0" label="QR code of a payment link" />
        </Specimen>
        <Specimen title="EmptyState" wide>
          <EmptyState
            title="No customers yet"
            hint="Add the first one: the link can be shared at once."
            action={<Button>Add New</Button>}
          />
        </Specimen>
        <Specimen title="ErrorState" wide>
          <ErrorState message="The list could not be loaded" onRetry={() => undefined} />
        </Specimen>
      </div>
    </Panel>
  );
}
