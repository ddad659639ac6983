import './styles/reset.css';
import './styles/tokens.css';
import './styles/base.css';
import './styles/print.css';

import { type ReactNode, Suspense, useEffect } from 'react';
import { Toaster } from './components/ui/toaster';
import { useHttpErrorToasts } from './hooks/use-http-error-toasts';
import { useLightPaper } from './hooks/use-light-paper';
import { useStartOfPages } from './hooks/use-now';
import { initAnalytics } from './lib/analytics';

export function StaffProviders({ children }: { children: ReactNode }) {
  useEffect(initAnalytics, []);
  useHttpErrorToasts();
  useLightPaper();
  return (
    <>
      {/* What the server has rendered is taken over in small pieces, between which the page answers. */}
      <Suspense>
        {children}
        <PageStart />
      </Suspense>
      <Toaster />
    </>
  );
}

/** Part of what is taken over, so it runs once all of that is. */
function PageStart() {
  useStartOfPages();
  return null;
}
