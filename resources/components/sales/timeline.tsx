import type { ReactNode } from 'react';
import type { TimelineEntry, TimelineKind } from '../../../src/contracts/admin-details';
import type { PaymentStatus } from '../../../src/domain/payment/payment-status';
import { dayOf, formatDay, formatTime } from '../../lib/format';
import { statusOfEntry } from '../../lib/timeline-status';
import {
  BankIcon,
  CheckCircleIcon,
  ClockIcon,
  CrossCircleIcon,
  FlagIcon,
  MailIcon,
  OpenIcon,
  PlusIcon,
  ReturnIcon,
  StopIcon,
  UpgradeIcon,
  UserPlusIcon,
} from '../ui/icons';
import classes from './details.module.css';

const ICONS: Readonly<Record<TimelineKind, ReactNode>> = {
  created: <PlusIcon size={18} />,
  customer: <OpenIcon size={18} />,
  bank: <BankIcon size={18} />,
  status: <CheckCircleIcon size={18} />,
  refund: <ReturnIcon size={18} />,
  upgrade: <UpgradeIcon size={18} />,
  mail: <MailIcon size={18} />,
  review: <FlagIcon size={18} />,
  staff: <UserPlusIcon size={18} />,
};

/** Of a status that the payment reached: the tick belongs to the completed one. */
const STATUS_ICONS: Readonly<Record<PaymentStatus, ReactNode>> = {
  pending: <ClockIcon size={18} />,
  initiated: <BankIcon size={18} />,
  completed: <CheckCircleIcon size={18} />,
  failed: <CrossCircleIcon size={18} />,
  cancelled: <StopIcon size={18} />,
  refunded: <ReturnIcon size={18} />,
};

function iconOf(entry: TimelineEntry): ReactNode {
  const status = statusOfEntry(entry);
  return status ? STATUS_ICONS[status] : ICONS[entry.kind];
}

/** What happened, oldest first, day by day as days are in India. */
export function Timeline({ entries }: { entries: TimelineEntry[] }) {
  if (entries.length === 0) return <p className={classes.soft}>Nothing has been written down yet.</p>;
  const days = grouped(entries);
  return (
    <>
      {[...days].map(([day, ofDay]) => (
        <section key={day} aria-label={formatDay(day)}>
          <h4 className={classes.day}>{formatDay(day)}</h4>
          <ol className={classes.timeline}>
            {ofDay.map((entry, index) => (
              <li key={index} className={classes.entry} data-kind={entry.kind}>
                <span className={classes.icon}>{iconOf(entry)}</span>
                <div>
                  <p className={classes.title}>{entry.title}</p>
                  {entry.detail && <p className={classes.soft}>{entry.detail}</p>}
                  <p className={classes.soft}>
                    <time dateTime={entry.at}>{formatTime(entry.at)}</time> · {entry.actor}
                  </p>
                </div>
              </li>
            ))}
          </ol>
        </section>
      ))}
    </>
  );
}

function grouped(entries: TimelineEntry[]): Map<string, TimelineEntry[]> {
  const days = new Map<string, TimelineEntry[]>();
  for (const entry of entries) days.set(dayOf(entry.at), [...(days.get(dayOf(entry.at)) ?? []), entry]);
  return days;
}
