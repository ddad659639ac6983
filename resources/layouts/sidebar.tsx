import { Link } from '@inertiajs/react';
import { useId } from 'react';
import type { SessionUser } from '../../src/contracts/auth';
import type { Workplace } from '../../src/contracts/events';
import { ROUTES } from '../../src/contracts/routes';
import { EventPlace } from '../components/events/event-place';
import { Button } from '../components/ui/controls';
import { FoldIcon, KeyboardIcon, LogoutIcon, UnfoldIcon } from '../components/ui/icons';
import { type MenuEntry, menuOf, ROLE_NAMES, sectionOf, TEST_PAGES } from './navigation';
import classes from './sidebar.module.css';

interface SidebarProps {
  user: SessionUser;
  /** The path on the screen. */
  path: string;
  testPages: boolean;
  leaving: boolean;
  onLogout: () => void;
  onShortcuts: () => void;
  /** The event that is worked in; missing where there is only the default one. */
  workplace?: Workplace | undefined;
  onEvents: () => void;
  /** Its icons alone. */
  folded?: boolean;
  /** Left out where the menu cannot be folded. */
  onFold?: () => void;
}

export function Sidebar(props: SidebarProps) {
  const { user, path, testPages, leaving, onLogout, onShortcuts, workplace, onEvents, folded = false, onFold } = props;
  const testsId = useId();
  const fold = folded ? 'Unfold the menu' : 'Fold the menu';
  return (
    <div className={classes.sidebar} data-folded={folded || undefined}>
      <Link
        href={ROUTES.account}
        className={classes.user}
        aria-current={path === ROUTES.account ? 'page' : undefined}
        title={folded ? `${user.name}, your account` : 'Your account'}
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
      {workplace && <EventPlace workplace={workplace} folded={folded} onChange={onEvents} />}
      <nav aria-label="Main">
        <Entries entries={menuOf(user)} path={path} folded={folded} limited={user.limited ?? false} />
        {testPages && (
          <div className={classes.tests}>
            <p id={testsId} className={classes.groupName}>
              Development
            </p>
            <Entries entries={TEST_PAGES} path={path} folded={folded} labelledBy={testsId} />
          </div>
        )}
      </nav>
      <div className={classes.end}>
        {onFold && (
          <button type="button" className={classes.fold} aria-label={fold} title={`${fold} ( [ )`} onClick={onFold}>
            {folded ? <UnfoldIcon /> : <FoldIcon />}
            <span className={classes.words}>{fold}</span>
          </button>
        )}
        <Button
          variant="subtle"
          color="gray"
          className={classes.quiet}
          justify={folded ? 'center' : 'flex-start'}
          leftSection={<KeyboardIcon />}
          title={folded ? 'Shortcuts' : undefined}
          onClick={onShortcuts}
        >
          <span className={classes.words}>Shortcuts</span>
        </Button>
        <Button
          variant="default"
          fullWidth
          justify={folded ? 'center' : 'flex-start'}
          leftSection={<LogoutIcon />}
          className={classes.logout}
          title={folded ? 'Logout' : undefined}
          loading={leaving}
          onClick={onLogout}
        >
          <span className={classes.words}>Logout</span>
        </Button>
      </div>
    </div>
  );
}

interface EntriesProps {
  entries: readonly MenuEntry[];
  path: string;
  folded: boolean;
  labelledBy?: string;
  limited?: boolean;
}

function Entries({ entries, path, folded, labelledBy, limited = false }: EntriesProps) {
  return (
    <ul className={classes.menu} aria-labelledby={labelledBy}>
      {entries.map((entry) => (
        <li key={entry.path}>
          <Link
            href={entry.path}
            className={classes.link}
            title={folded ? entry.label : undefined}
            aria-current={entry.path === path ? 'page' : entry.path === sectionOf(path, limited) || undefined}
          >
            {entry.icon}
            <span className={classes.words}>{entry.label}</span>
            {entry.badge}
          </Link>
        </li>
      ))}
    </ul>
  );
}
