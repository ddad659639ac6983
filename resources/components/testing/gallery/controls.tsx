import { useState } from 'react';
import { useDialog } from '../../../hooks/use-dialog';
import { toast } from '../../../lib/toasts';
import { ActionIcon, Button } from '../../ui/controls';
import { Modal } from '../../ui/modal';
import { MoreTrigger } from '../../ui/more-trigger';
import { AddCustomerButton } from '../../ui/add-customer-button';
import { FilterChip } from '../../ui/filter-chip';
import { CopyIcon, OpenIcon, PlusIcon, RefreshIcon } from '../../ui/icons';
import { Pagination } from '../../ui/pagination';
import { Panel } from '../../ui/panel';
import { RowAction } from '../../ui/row-action';
import classes from './gallery.module.css';
import { LONG_NAME } from './samples';
import { Specimen } from './specimen';

const nothing = () => undefined;

export function Controls() {
  const [pressed, setPressed] = useState(true);
  return (
    <Panel title="Buttons">
      <div className={classes.body}>
        <Specimen title="Button: primary, beside it, plain, costly">
          <Button>Create link</Button>
          <AddCustomerButton />
          <AddCustomerButton quiet />
          <Button variant="default">Retry</Button>
          <Button color="red">Refund ₹51,000 to Asha Rao</Button>
        </Specimen>
        <Specimen title="Button, disabled">
          <Button disabled>Create link</Button>
          <Button variant="default" disabled leftSection={<PlusIcon />}>
            Add New
          </Button>
        </Specimen>
        <Specimen title="Button, loading">
          <Button loading aria-label="Create link">
            Create link
          </Button>
          <Button variant="default" loading aria-label="Retry">
            Retry
          </Button>
          <Button color="red" loading aria-label="Refund">
            Refund ₹51,000
          </Button>
        </Specimen>
        <Specimen title="RowAction, RowAction as a link, busy, MoreTrigger, ActionIcon">
          <RowAction label="Copy link" short="Copy" of="Asha Rao" icon={<CopyIcon />} onClick={nothing} />
          <RowAction label="Open" short="Open" of="Asha Rao" icon={<OpenIcon />} href="#open" onClick={nothing} />
          <RowAction label="Check status" short="Check" of="Asha Rao" icon={<RefreshIcon />} busy onClick={nothing} />
          <MoreTrigger of="Asha Rao" />
          <ActionIcon aria-label="Copy">
            <CopyIcon />
          </ActionIcon>
        </Specimen>
        <Specimen title="FilterChip, on and off">
          <FilterChip label="Ends today" pressed={pressed} onToggle={setPressed} />
          <FilterChip label="Ends today" pressed={!pressed} onToggle={(now) => setPressed(!now)} />
        </Specimen>
        <Specimen title="Pagination: first, middle and last of many" wide>
          <Pagination label="First" current={1} total={3} onPage={nothing} />
          <Pagination label="Middle" current={500} total={1000} onPage={nothing} />
          <Pagination label="Last" current={9} total={9} onPage={nothing} />
        </Specimen>
        <Specimen title="Toasts and a dialog">
          <Button variant="default" onClick={() => toast('success', 'Link copied')}>
            Success toast
          </Button>
          <Button variant="default" onClick={() => toast('error', `Could not copy the link of ${LONG_NAME}`)}>
            Error toast
          </Button>
          <Button variant="default" onClick={() => toast('info', 'You are signed out elsewhere', { title: 'Note' })}>
            Info toast
          </Button>
          <SampleDialog />
        </Specimen>
      </div>
    </Panel>
  );
}

function SampleDialog() {
  const { opened, open, close } = useDialog();
  return (
    <>
      <Button variant="default" onClick={open}>
        Dialog
      </Button>
      <Modal opened={opened} onClose={close} title={`Refund to ${LONG_NAME}`} size="34rem" xOffset="0.75rem">
        <div className={classes.dialog}>
          <p>₹51,000 goes back to {LONG_NAME}.</p>
          <div className={classes.row}>
            <Button variant="default" onClick={close}>
              Keep
            </Button>
            <Button color="red" onClick={close}>
              Refund ₹51,000
            </Button>
          </div>
        </div>
      </Modal>
    </>
  );
}
