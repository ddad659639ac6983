import { Link } from '@inertiajs/react';
import { Button } from '@mantine/core';
import { useId } from 'react';
import type { SessionUser } from '../../src/contracts/auth';
import { ROUTES } from '../../src/contracts/routes';
import { KeyboardIcon, LogoutIcon } from '../components/ui/icons';
import { type MenuEntry, menuOf, ROLE_NAMES, TEST_PAGES } from './navigation';
import classes from './sidebar.module.css';

interface SidebarProps {
  user: SessionUser;
  /** The path on the screen. */
  path: string;
  testPages: boolean;
  leaving: boolean;
  onLogout: () => void;
  onShortcuts: () => void;
}

export function Sidebar({ user, path, testPages, leaving, onLogout, onShortcuts }: SidebarProps) {
  const testsId = useId();
  return (
    <div className={classes.sidebar}>
      <Link
        href={ROUTES.account}
        className={classes.user}
        aria-current={path === ROUTES.account ? 'page' : undefined}
        title="Your account"
      >
        <span className={classes.initial} aria-hidden="true">
          {user.name.trim().charAt(0).toUpperCase()}
        </span>
        <span className={classes.who}>
          <span className={classes.name}>{user.name}</span>
          <span className={classes.role}>
            {ROLE_NAMES[user.role]}
            <span className="td-hidden">, your account</span>
          </span>
        </span>
      </Link>
      <nav aria-label="Main">
        <Entries entries={menuOf(user.role)} path={path} />
        {testPages && (
          <div className={classes.tests}>
            <p id={testsId} className={classes.groupName}>
              Development
            </p>
            <Entries entries={TEST_PAGES} path={path} labelledBy={testsId} />
          </div>
        )}
      </nav>
      <div className={classes.end}>
        <Button
          variant="subtle"
          color="gray"
          className={classes.quiet}
          justify="flex-start"
          leftSection={<KeyboardIcon />}
          onClick={onShortcuts}
        >
          Shortcuts
        </Button>
        <Button
          variant="default"
          fullWidth
          justify="flex-start"
          leftSection={<LogoutIcon />}
          loading={leaving}
          onClick={onLogout}
        >
          Logout
        </Button>
      </div>
    </div>
  );
}

interface EntriesProps {
  entries: readonly MenuEntry[];
  path: string;
  labelledBy?: string;
}

function Entries({ entries, path, labelledBy }: EntriesProps) {
  return (
    <ul className={classes.menu} aria-labelledby={labelledBy}>
      {entries.map((entry) => (
        <li key={entry.path}>
          <Link href={entry.path} className={classes.link} aria-current={entry.path === path ? 'page' : undefined}>
            {entry.icon}
            {entry.label}
            {entry.badge}
          </Link>
        </li>
      ))}
    </ul>
  );
}
