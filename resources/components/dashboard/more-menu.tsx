import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/Menu.layer.css';

import { router } from '@inertiajs/react';
import { Menu } from '@mantine/core';
import { useMounted } from '@mantine/hooks';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { ROUTES } from '../../../src/contracts/routes';
import type { RowDesk } from '../../hooks/use-row-desk';
import { formatRupees } from '../../lib/format';
import { leftToRefund, type RowChoice, type RowSubject } from '../../lib/row-subject';
import {
  EditIcon,
  ListIcon,
  QrIcon,
  ReceiptIcon,
  RefreshIcon,
  ReturnIcon,
  ShareIcon,
  StopIcon,
  UpgradeIcon,
} from '../ui/icons';
import { MoreTrigger } from './more-trigger';
import classes from './more-menu.module.css';

interface MoreMenuProps {
  subject: RowSubject;
  choices: RowChoice[];
  desk: RowDesk;
}

const LOOKS: Readonly<Record<RowChoice, { icon: ReactNode; label: (subject: RowSubject) => string }>> = {
  qr: { icon: <QrIcon size={18} />, label: () => 'Show QR' },
  share: { icon: <ShareIcon size={18} />, label: () => 'Share…' },
  history: { icon: <ListIcon size={18} />, label: () => 'Payment history' },
  upgrade: { icon: <UpgradeIcon size={18} />, label: () => 'Upgrade to Platinum' },
  reissue: { icon: <RefreshIcon size={18} />, label: () => 'Reissue link' },
  contact: { icon: <EditIcon size={18} />, label: () => 'Correct contact details' },
  cancel: { icon: <StopIcon size={18} />, label: () => 'Cancel link' },
  refund: {
    icon: <ReturnIcon size={18} />,
    label: (subject) => `Refund ${formatRupees(leftToRefund(subject))} to ${subject.customerName}`,
  },
  refunds: { icon: <ReceiptIcon size={18} />, label: () => 'Refund details' },
};

/** Opens as soon as it is there: it takes the place of the button that asked for it. */
export default function MoreMenu({ subject, choices, desk }: MoreMenuProps) {
  const [opened, setOpened] = useState(true);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    button.current?.focus({ preventScroll: true });
  }, []);

  const choose = (choice: RowChoice) => {
    if (choice === 'qr') router.visit(ROUTES.desk(subject.paymentId));
    else desk.dialogs.open(choice === 'refunds' ? 'refund' : choice, subject, button.current);
  };

  return (
    <Menu
      opened={useMounted() && opened}
      onChange={setOpened}
      position="bottom-end"
      withInitialFocusPlaceholder={false}
      shadow="md"
      transitionProps={{ duration: 0 }}
      classNames={{ dropdown: classes.dropdown, item: classes.item, itemSection: classes.icon }}
    >
      <Menu.Target>
        <MoreTrigger ref={button} of={subject.customerName} />
      </Menu.Target>
      <Menu.Dropdown>
        {choices.map((choice, index) => (
          <Menu.Item
            key={choice}
            data-autofocus={index === 0 || undefined}
            leftSection={LOOKS[choice].icon}
            onClick={() => choose(choice)}
          >
            {LOOKS[choice].label(subject)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
