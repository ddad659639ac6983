import { router, usePage } from '@inertiajs/react';
import { type ReactNode, useEffect, useRef } from 'react';
import { ROUTES } from '../../src/contracts/routes';
import { firstName } from '../../src/domain/people/masking';
import { homeOf } from '../../src/domain/people/roles';
import { StepUpHost } from '../components/account/step-up-host';
import { FinderHost } from '../components/finder/finder-host';
import { WaitingSlot } from '../components/sales/waiting-slot';
import { ConnectionBanner } from '../components/ui/connection-banner';
import { ActionIcon } from '../components/ui/controls';
import { MenuIcon } from '../components/ui/icons';
import { lateDialog } from '../components/ui/late';
import { ProductMark } from '../components/ui/product-mark';
import { StandingToasts } from '../components/ui/toaster';
import { useDialog } from '../hooks/use-dialog';
import { useFlashToasts } from '../hooks/use-flash-toasts';
import { useMenuFold } from '../hooks/use-menu-fold';
import { useLogout } from '../hooks/use-logout';
import { useSharedProps } from '../hooks/use-shared-props';
import { useShortcuts } from '../hooks/use-shortcuts';
import { rememberDevicePerson } from '../lib/device-person';
import { repeatEarlyKeys } from '../lib/early-clicks';
import { forgetFormOfOther } from '../lib/last-form';
import { moveRowFocus } from '../lib/row-focus';
import { Breadcrumbs } from './breadcrumbs';
import { crumbsOf } from './navigation';
import { PageFooter } from './page-footer';
import { SandboxRibbon } from './sandbox-ribbon';
import { Sidebar } from './sidebar';
import classes from './staff-layout.module.css';

const MenuDrawer = lateDialog(() => import('./menu-drawer'));
const SignOutDialog = lateDialog(() => import('../components/sales/sign-out-dialog'));
const EventDialog = lateDialog(() => import('../components/events/event-dialog'));
const ShortcutsDialog = lateDialog(() => import('./shortcuts-dialog'));

const MAIN_ID = 'main';

export function StaffLayout({ children }: { children: ReactNode }) {
  const { auth, app } = useSharedProps();
  const path = usePage().url.split(/[?#]/)[0] ?? '/';
  const menu = useDialog();
  const sheet = useDialog();
  const events = useDialog();
  const closeMenu = menu.close;
  const { leaving, question, logout, leave } = useLogout(auth.user?.id);
  const { folded, fold } = useMenuFold(auth.menuFolded);
  useFlashToasts();
  useShortcuts({
    n: () => router.visit(ROUTES.customerForm),
    j: () => moveRowFocus(1),
    k: () => moveRowFocus(-1),
    '[': fold,
    '?': sheet.open,
  });

  useEffect(repeatEarlyKeys, []);

  const { id, name } = auth.user ?? {};
  useEffect(() => {
    if (id !== undefined && name !== undefined) rememberDevicePerson({ id, firstName: firstName(name) });
  }, [id, name]);

  const eventId = auth.workplace?.eventId ?? null;
  useEffect(() => {
    if (id !== undefined) forgetFormOfOther(id, eventId);
  }, [id, eventId]);

  // Asked on the first page, and on each page after it while nothing can be sold.
  const mustChoose = auth.workplace?.mustChoose ?? false;
  const openEvents = events.open;
  useEffect(() => {
    if (mustChoose) openEvents();
  }, [mustChoose, path, openEvents]);

  const shownPath = useRef(path);
  useEffect(() => {
    if (shownPath.current === path) return;
    shownPath.current = path;
    closeMenu();
    // A new page is announced from its beginning, as a full load would be.
    const main = document.getElementById(MAIN_ID);
    // Unless the page has put the focus where its first step is.
    if (!main?.contains(document.activeElement)) main?.focus({ preventScroll: true });
  }, [path, closeMenu]);

  if (!auth.user) return <main id={MAIN_ID}>{children}</main>;
  const menuProps = {
    user: auth.user,
    path,
    testPages: app.testPages,
    leaving,
    onLogout: logout,
    onShortcuts: sheet.open,
    workplace: auth.workplace,
    onEvents: () => {
      menu.close();
      events.open();
    },
  };
  return (
    <div className={classes.shell} data-folded={folded || undefined}>
      <a href={`#${MAIN_ID}`} className={classes.skip}>
        Skip to content
      </a>
      <aside className={classes.aside}>
        <ProductMark name={app.name} signOnly={folded} />
        <Sidebar {...menuProps} folded={folded} onFold={fold} />
      </aside>
      <div className={classes.page}>
        <header className={classes.header}>
          {app.sandbox && <SandboxRibbon />}
          <div className={classes.bar}>
            <ActionIcon
              size="xl"
              color="gray"
              className={classes.burger}
              aria-label="Open menu"
              aria-expanded={menu.opened}
              onClick={menu.open}
            >
              <MenuIcon size={24} />
            </ActionIcon>
            <span className={classes.barMark}>
              <ProductMark name={app.name} />
            </span>
          </div>
          <FinderHost />
        </header>
        <div className={classes.content}>
          <Breadcrumbs crumbs={crumbsOf(path, homeOf(auth.user.role))} />
          <ConnectionBanner />
          <WaitingSlot personId={auth.user.id} />
          <StandingToasts />
          <main id={MAIN_ID} tabIndex={-1} className={classes.main}>
            {children}
          </main>
          <PageFooter />
        </div>
      </div>
      <StepUpHost />
      {menu.wanted && (
        <MenuDrawer opened={menu.opened} onClose={menu.close}>
          <Sidebar {...menuProps} />
        </MenuDrawer>
      )}
      {question.wanted && <SignOutDialog opened={question.opened} onClose={question.close} onSignOut={leave} />}
      {events.wanted && <EventDialog opened={events.opened} onClose={events.close} />}
      {sheet.wanted && <ShortcutsDialog opened={sheet.opened} onClose={sheet.close} />}
    </div>
  );
}
