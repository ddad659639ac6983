import type { ReactNode } from 'react';
import type { DeskLook, DeskState } from '../../lib/desk-state';
import { BankIcon, CheckCircleIcon, ClockIcon, CrossCircleIcon, EyeIcon, ReturnIcon, StopIcon } from '../ui/icons';
import classes from './desk.module.css';

const ICONS: Readonly<Record<DeskLook, ReactNode>> = {
  waiting: <ClockIcon size={24} />,
  opened: <EyeIcon size={24} />,
  bank: <BankIcon size={24} />,
  paid: <CheckCircleIcon size={24} />,
  failed: <CrossCircleIcon size={24} />,
  ended: <StopIcon size={24} />,
  returned: <ReturnIcon size={24} />,
};

/** @param id what the primary button is described by */
export function DeskStatus({ id, state }: { id: string; state: DeskState }) {
  return (
    <div id={id} className={classes.status} data-look={state.look} role="status">
      <span className={classes.statusIcon}>{ICONS[state.look]}</span>
      <div className={classes.statusWords}>
        <p className={classes.statusTitle}>{state.words}</p>
        <p className={classes.statusNext}>{state.next}</p>
      </div>
    </div>
  );
}
