import type { ReactNode } from 'react';
import { ProductMark } from '../components/ui/product-mark';
import { useSharedProps } from '../hooks/use-shared-props';
import { PageFooter } from './page-footer';
import { SandboxRibbon } from './sandbox-ribbon';
import { StaffLayout } from './staff-layout';
import classes from './test-layout.module.css';

/** Staff see the test pages among their own; a visitor sees them alone. */
export function TestLayout({ children }: { children: ReactNode }) {
  const { auth, app } = useSharedProps();
  if (auth.user) return <StaffLayout>{children}</StaffLayout>;
  return (
    <div className={classes.shell}>
      <header>
        {app.sandbox && <SandboxRibbon />}
        <div className={classes.bar}>
          <ProductMark name={app.name} />
        </div>
      </header>
      <div className={classes.content}>
        <main className={classes.main}>{children}</main>
        <PageFooter />
      </div>
    </div>
  );
}
