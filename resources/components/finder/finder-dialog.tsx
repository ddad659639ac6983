import { router } from '@inertiajs/react';

import { type KeyboardEvent, type ReactNode, useId, useState } from 'react';
import type { FindData } from '../../../src/contracts/finding';
import { ROUTES } from '../../../src/contracts/routes';
import type { Role } from '../../../src/domain/people/roles';
import { useFinder } from '../../hooks/use-finder';
import { useSharedProps } from '../../hooks/use-shared-props';
import { menuOf } from '../../layouts/navigation';
import { formatRupees } from '../../lib/format';
import { refundWithBank } from '../../lib/sale-words';
import { SearchIcon } from '../ui/icons';
import { TierMedal } from '../ui/tier-medal';
import classes from './finder-dialog.module.css';
import { TextInput } from '../ui/controls';
import { Modal } from '../ui/modal';

interface Entry {
  id: string;
  path: string;
  label: string;
  note: string;
  icon: ReactNode;
}

interface Group {
  title: string;
  entries: Entry[];
}

interface FinderDialogProps {
  opened: boolean;
  onClose: () => void;
}

/** Finds a payment, a customer, a token or a page by typing; arrows choose, Enter goes there. */
export default function FinderDialog({ opened, onClose }: FinderDialogProps) {
  return (
    <Modal opened={opened} onClose={onClose} title="Find" size="38rem" classNames={{ content: classes.content }}>
      <Finder onClose={onClose} />
    </Modal>
  );
}

function Finder({ onClose }: { onClose: () => void }) {
  const { role = 'sales_manager' as const, limited } = useSharedProps().auth.user ?? {};
  const listId = useId();
  const [typed, setTyped] = useState('');
  const [at, setAt] = useState(0);
  const { data, problem, isAsking, isCurrent } = useFinder(typed);
  const pages = pagesOf({ role, ...(limited && { limited }) }, typed);
  const groups = [pages, ...(data ? foundGroups(data, role, typed) : [])].filter(({ entries }) => entries.length > 0);
  const all = groups.flatMap(({ entries }) => entries);
  const chosen = all[Math.min(at, all.length - 1)];
  const idOf = ({ id }: Entry) => `${listId}${id}`;

  const go = ({ path }: Entry) => {
    onClose();
    router.visit(path);
  };
  const move = (step: number) => {
    if (all.length === 0) return;
    const next = (Math.min(at, all.length - 1) + step + all.length) % all.length;
    setAt(next);
    const entry = all[next];
    if (entry) document.getElementById(idOf(entry))?.scrollIntoView({ block: 'nearest' });
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'ArrowDown') move(1);
    else if (event.key === 'ArrowUp') move(-1);
    else if (event.key === 'Enter' && chosen) {
      // Typed on meanwhile: what was found by the text before is not what is looked for.
      if (isCurrent || pages.entries.includes(chosen)) go(chosen);
    } else return;
    event.preventDefault();
  };

  const nothing = data !== null && all.length === 0;
  return (
    <div className={classes.finder}>
      <TextInput
        role="combobox"
        aria-label="Find a payment, customer, token or page"
        aria-expanded={all.length > 0}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={chosen ? idOf(chosen) : undefined}
        placeholder="Name, email, mobile, token or invoice number, page"
        value={typed}
        maxLength={100}
        autoComplete="off"
        spellCheck={false}
        data-autofocus
        leftSection={<SearchIcon />}
        onKeyDown={onKey}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          setAt(0);
        }}
      />
      <p role="status" className={classes.state} data-problem={problem !== null || undefined}>
        {problem ?? (isAsking ? 'Looking…' : nothing ? 'Nothing found' : countWords(data))}
      </p>
      <div role="listbox" id={listId} aria-label="Found" className={classes.list}>
        {groups.map(({ title, entries }) => (
          <div key={title} role="group" aria-label={title}>
            <p className={classes.title} aria-hidden="true">
              {title}
            </p>
            {entries.map((entry) => (
              <button
                key={entry.id}
                id={idOf(entry)}
                type="button"
                role="option"
                tabIndex={-1}
                aria-selected={entry === chosen}
                className={classes.option}
                onMouseMove={() => setAt(all.indexOf(entry))}
                onClick={() => go(entry)}
              >
                <span className={classes.icon}>{entry.icon}</span>
                <span className={classes.label}>{entry.label}</span>
                <span className={classes.note}>{entry.note}</span>
              </button>
            ))}
          </div>
        ))}
      </div>
    </div>
  );
}

function countWords(data: FindData | null): string {
  if (!data) return '';
  const { length } = data.payments;
  return data.hasMore ? `The ${length} newest payments` : length === 1 ? '1 payment' : `${length} payments`;
}

/** All pages of the person at first, then those of whose name a word begins so. */
function pagesOf(user: Parameters<typeof menuOf>[0], typed: string): Group {
  const part = typed.trim().toLowerCase();
  const pages = [...menuOf(user), { label: 'Your account', path: ROUTES.account, icon: null }];
  const found = pages.filter(({ label }) => ` ${label.toLowerCase()}`.includes(` ${part}`));
  return {
    title: 'Pages',
    entries: found.map(({ label, path, icon }) => ({ id: path, path, label, note: '', icon })),
  };
}

function foundGroups({ payments, customers, hasMore }: FindData, role: Role, typed: string): Group[] {
  const list = role === 'admin' ? ROUTES.adminDashboard : ROUTES.dashboard;
  const searched = (search: string) => `${list}?${new URLSearchParams({ search })}`;
  const rows = payments.map((payment) => ({
    id: payment.paymentId,
    path: ROUTES.sale(payment.paymentId),
    label: payment.customerName,
    note: [
      payment.tokenVoid ? `${payment.tokenNumber} (void)` : payment.tokenNumber,
      formatRupees(payment.amount),
      payment.statusLabel,
      ...(payment.pendingRefundAmount > 0 ? [refundWithBank(payment.pendingRefundAmount)] : []),
    ]
      .filter((text) => text !== 'N/A')
      .join(' · '),
    icon: <TierMedal type={payment.tokenType} />,
  }));
  const people = customers.map(({ name, email }) => {
    return { id: `of-${email}`, path: searched(email), label: name, note: `all payments of ${email}`, icon: null };
  });
  const more = { id: 'all', path: searched(typed.trim()), label: 'All payments found', note: '', icon: <SearchIcon /> };
  return [
    { title: 'Payments and tokens', entries: hasMore ? [...rows, more] : rows },
    { title: 'Customers', entries: people },
  ];
}
