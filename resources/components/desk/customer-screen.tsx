import { useEffect } from 'react';
import type { DeskPayment } from '../../../src/contracts/desk';
import type { DeskLook, DeskState } from '../../lib/desk-state';
import { formatRupees } from '../../lib/format';
import { subjectOf } from '../../lib/sharing';
import { Modal } from '../ui/modal';
import { DeskPicture } from './desk-picture';
import classes from './customer-screen.module.css';

interface CustomerScreenProps {
  opened: boolean;
  onClose: () => void;
  desk: DeskPayment;
  state: DeskState;
}

/** The code turned towards the customer: the whole screen, bright, and awake until it is closed. */
export default function CustomerScreen({ opened, onClose, desk, state }: CustomerScreenProps) {
  useAwake(opened);
  const close = () => {
    if (document.fullscreenElement) void document.exitFullscreen().catch(() => undefined);
    onClose();
  };
  return (
    <Modal
      opened={opened}
      onClose={close}
      fullScreen
      title="Scan to pay"
      returnFocus={false}
      classNames={{ content: classes.content, header: classes.header, close: classes.close, body: classes.body }}
    >
      <div className={classes.picture}>
        <DeskPicture desk={desk} state={state} celebrates={state.look === 'paid'} />
      </div>
      <p className={classes.amount}>{formatRupees(desk.amount)}</p>
      <p className={classes.who}>
        {subjectOf(desk)} · {desk.customerName}
      </p>
      <p className={classes.state} data-look={state.look} role="status">
        {FOR_CUSTOMERS[state.look] ?? state.words}
      </p>
    </Modal>
  );
}

/** What the seller reads of a link is not for its customer. */
const FOR_CUSTOMERS: Readonly<Partial<Record<DeskLook, string>>> = {
  waiting: 'Scan the code with your phone',
  opened: 'Opened on your phone',
  bank: 'At the bank',
};

/** Keeps the display on. A browser that cannot does as the device is set. */
function useAwake(isWanted: boolean): void {
  useEffect(() => {
    if (!isWanted || !('wakeLock' in navigator)) return;
    let lock: WakeLockSentinel | undefined;
    let isOver = false;
    const ask = () => {
      if (document.visibilityState !== 'visible') return;
      navigator.wakeLock.request('screen').then(
        (given) => {
          lock = given;
          if (isOver) void given.release();
        },
        () => undefined,
      );
    };
    ask();
    // The browser takes the lock back when the tab is hidden.
    document.addEventListener('visibilitychange', ask);
    return () => {
      isOver = true;
      document.removeEventListener('visibilitychange', ask);
      void lock?.release();
    };
  }, [isWanted]);
}
