import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/Menu.layer.css';

import { Menu } from '@mantine/core';
import { useMounted } from '@mantine/hooks';
import { useRef, useState } from 'react';
import type { StaffRow } from '../../../src/contracts/accounts';
import { MoreTrigger } from '../dashboard/more-trigger';
import classes from '../dashboard/more-menu.module.css';
import { choicesFor, type StaffChoice } from './staff-acts';

interface StaffMenuProps {
  row: StaffRow;
  onChoose: (choice: StaffChoice, opener: HTMLElement | null) => void;
}

export function StaffMenu({ row, onChoose }: StaffMenuProps) {
  const [opened, setOpened] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  return (
    <Menu
      opened={useMounted() && opened}
      onChange={setOpened}
      position="bottom-end"
      withInitialFocusPlaceholder={false}
      shadow="md"
      transitionProps={{ duration: 0 }}
      classNames={{ dropdown: classes.dropdown, item: classes.item }}
    >
      <Menu.Target>
        <MoreTrigger ref={button} of={row.name} />
      </Menu.Target>
      <Menu.Dropdown>
        {choicesFor(row).map((choice, index) => (
          <Menu.Item
            key={choice.key}
            data-autofocus={index === 0 || undefined}
            onClick={() => onChoose(choice, button.current)}
          >
            {choice.label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
