import { Menu } from '@mantine/core';
import { useMounted } from '@mantine/hooks';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { MoreTrigger } from './more-trigger';
import { Overlays } from './overlays';
import classes from './row-menu.module.css';

export interface RowMenuEntry {
  key: string;
  label: string;
  icon?: ReactNode;
  /** Why it cannot be chosen now: it stays there to say so, and does nothing. */
  denied?: string | null;
  /** @param opener has the focus back when what was opened closes */
  onChoose: (opener: HTMLElement | null) => void;
}

/** Opens as soon as it is there: it takes the place of the button that asked for it. */
export function RowMenu({ of, entries }: { of: string; entries: readonly RowMenuEntry[] }) {
  const [opened, setOpened] = useState(true);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    button.current?.focus({ preventScroll: true });
  }, []);
  return (
    <Overlays>
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
          <MoreTrigger ref={button} of={of} />
        </Menu.Target>
        <Menu.Dropdown>
          {entries.map(({ key, label, icon, denied, onChoose }, index) => (
            <Menu.Item
              key={key}
              data-autofocus={index === 0 || undefined}
              leftSection={icon}
              aria-disabled={denied ? true : undefined}
              closeMenuOnClick={!denied}
              onClick={denied ? undefined : () => onChoose(button.current)}
            >
              {label}
              {denied && <span className={classes.denied}>{denied}</span>}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </Overlays>
  );
}
