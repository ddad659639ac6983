import { router, usePage } from '@inertiajs/react';
import { ActionIcon, Drawer } from '@mantine/core';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { ROUTES } from '../../src/contracts/routes';
import { homeOf } from '../../src/domain/roles';
import { MenuIcon } from '../components/ui/icons';
import { ProductMark } from '../components/ui/product-mark';
import { useFlashToasts } from '../hooks/use-flash-toasts';
import { useLogout } from '../hooks/use-logout';
import { useSharedProps } from '../hooks/use-shared-props';
import { useShortcuts } from '../hooks/use-shortcuts';
import { moveRowFocus } from '../lib/row-focus';
import { SIZES } from '../tokens';
import { Breadcrumbs } from './breadcrumbs';
import { crumbsOf } from './navigation';
import { PageFooter } from './page-footer';
import { SandboxRibbon } from './sandbox-ribbon';
import { ShortcutsDialog } from './shortcuts-dialog';
import { Sidebar } from './sidebar';
import classes from './staff-layout.module.css';

const MAIN_ID = 'main';

export function StaffLayout({ children }: { children: ReactNode }) {
  const { auth, app } = useSharedProps();
  const path = usePage().url.split(/[?#]/)[0] ?? '/';
  const [menuOpen, setMenuOpen] = useState(false);
  const [shortcutsOpen, setShortcutsOpen] = useState(false);
  const { leaving, logout } = useLogout();
  useFlashToasts();
  useShortcuts({
    n: () => router.visit(ROUTES.customerForm),
    j: () => moveRowFocus(1),
    k: () => moveRowFocus(-1),
    '?': () => setShortcutsOpen(true),
  });

  const shownPath = useRef(path);
  useEffect(() => {
    if (shownPath.current === path) return;
    shownPath.current = path;
    setMenuOpen(false);
    // A new page is announced from its beginning, as a full load would be.
    document.getElementById(MAIN_ID)?.focus({ preventScroll: true });
  }, [path]);

  if (!auth.user) return <main id={MAIN_ID}>{children}</main>;
  const sidebar = (
    <Sidebar
      user={auth.user}
      path={path}
      leaving={leaving}
      onLogout={logout}
      onShortcuts={() => setShortcutsOpen(true)}
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
      <Drawer
        opened={menuOpen}
        onClose={() => setMenuOpen(false)}
        size={SIZES.sidebar}
        title={<ProductMark name={app.name} />}
        classNames={{ content: classes.drawer, body: classes.drawerBody }}
      >
        {sidebar}
      </Drawer>
      <div className={classes.page}>
        <header className={classes.header}>
          {app.sandbox && <SandboxRibbon />}
          <div className={classes.bar}>
            <ActionIcon
              size="xl"
              color="gray"
              className={classes.burger}
              aria-label="Open menu"
              aria-expanded={menuOpen}
              onClick={() => setMenuOpen(true)}
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
          <main id={MAIN_ID} tabIndex={-1} className={classes.main}>
            {children}
          </main>
          <PageFooter />
        </div>
      </div>
      <ShortcutsDialog opened={shortcutsOpen} onClose={() => setShortcutsOpen(false)} />
    </div>
  );
}
