import type { ReactNode } from 'react';
import { TierMedal } from '../components/ui/tier-medal';
import { useFlashToasts } from '../hooks/use-flash-toasts';
import { useSharedProps } from '../hooks/use-shared-props';
import classes from './guest-layout.module.css';
import { PageFooter } from './page-footer';
import { SandboxRibbon } from './sandbox-ribbon';

/** The front door: what this is on the one side, the form on the other. */
export function GuestLayout({ children }: { children: ReactNode }) {
  const { app } = useSharedProps();
  useFlashToasts();
  return (
    <div className={classes.shell}>
      {app.sandbox && (
        <header>
          <SandboxRibbon />
        </header>
      )}
      <div className={classes.sides}>
        <aside className={classes.welcome} aria-label={app.companyName}>
          <p className={classes.company}>{app.companyName}</p>
          <div className={classes.middle}>
            <div className={classes.medals} aria-hidden="true">
              <TierMedal type="silver" large />
              <TierMedal type="gold" large />
              <TierMedal type="platinum" large />
            </div>
            <p className={classes.line}>Register the customer, share the link, see the payment arrive.</p>
          </div>
        </aside>
        <div className={classes.page}>
          <main className={classes.main}>{children}</main>
          <PageFooter />
        </div>
      </div>
    </div>
  );
}
