import type { ReactNode } from 'react';
import { ProductMark } from '../components/ui/product-mark';
import { useSharedProps } from '../hooks/use-shared-props';
import classes from './test-layout.module.css';

/** A staff page that was kept on the device: nobody is known, and nothing else can be opened. */
export function OfflineLayout({ children }: { children: ReactNode }) {
  const { app } = useSharedProps();
  return (
    <div className={classes.shell}>
      <header>
        <div className={classes.bar}>
          <ProductMark name={app.name} />
        </div>
      </header>
      <div className={classes.content}>
        <main className={classes.main}>{children}</main>
      </div>
    </div>
  );
}
