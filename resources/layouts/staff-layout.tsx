import { router, usePage } from '@inertiajs/react';
import { ActionIcon } from '@mantine/core';
import { useMounted } from '@mantine/hooks';
import { type ReactNode, useEffect, useRef } from 'react';
import { ROUTES } from '../../src/contracts/routes';
import { homeOf } from '../../src/domain/people/roles';
import { StepUpHost } from '../components/account/step-up-host';
import { ConnectionBanner } from '../components/ui/connection-banner';
import { MenuIcon } from '../components/ui/icons';
import { late, lateDialog } from '../components/ui/late';
import { ProductMark } from '../components/ui/product-mark';
import { useDialog } from '../hooks/use-dialog';
import { useFlashToasts } from '../hooks/use-flash-toasts';
import { useLogout } from '../hooks/use-logout';
import { useSharedProps } from '../hooks/use-shared-props';
import { useShortcuts } from '../hooks/use-shortcuts';
import { moveRowFocus } from '../lib/row-focus';
import { Breadcrumbs } from './breadcrumbs';
import { crumbsOf } from './navigation';
import { PageFooter } from './page-footer';
import { SandboxRibbon } from './sandbox-ribbon';
import { Sidebar } from './sidebar';
import classes from './staff-layout.module.css';

const MenuDrawer = lateDialog(() => import('./menu-drawer'));
const StandingToasts = late(() => import('../components/ui/standing-toasts'));
const ShortcutsDialog = lateDialog(() => import('./shortcuts-dialog'));

const MAIN_ID = 'main';

export function StaffLayout({ children }: { children: ReactNode }) {
  const { auth, app } = useSharedProps();
  const path = usePage().url.split(/[?#]/)[0] ?? '/';
  const mounted = useMounted();
  const menu = useDialog();
  const sheet = useDialog();
  const closeMenu = menu.close;
  const { leaving, logout } = useLogout();
  useFlashToasts();
  useShortcuts({
    n: () => router.visit(ROUTES.customerForm),
    j: () => moveRowFocus(1),
    k: () => moveRowFocus(-1),
    '?': sheet.open,
  });

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
  const sidebar = (
    <Sidebar
      user={auth.user}
      path={path}
      testPages={app.testPages}
      leaving={leaving}
      onLogout={logout}
      onShortcuts={sheet.open}
    />
  );
  return (
    <div className={classes.shell}>
      <a href={`#${MAIN_ID}`} className={classes.skip}>
        Skip to content
      </a>
      <aside className={classes.aside}>
        <ProductMark name={app.name} />
        {sidebar}
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
        </header>
        <div className={classes.content}>
          <Breadcrumbs crumbs={crumbsOf(path, homeOf(auth.user.role))} />
          <ConnectionBanner />
          {mounted && <StandingToasts />}
          <main id={MAIN_ID} tabIndex={-1} className={classes.main}>
            {children}
          </main>
          <PageFooter />
        </div>
      </div>
      <StepUpHost />
      {menu.wanted && (
        <MenuDrawer opened={menu.opened} onClose={menu.close}>
          {sidebar}
        </MenuDrawer>
      )}
      {sheet.wanted && <ShortcutsDialog opened={sheet.opened} onClose={sheet.close} />}
    </div>
  );
}
