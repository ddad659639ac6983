import './styles/mantine';
import './styles/tokens.css';
import './styles/base.css';
import './styles/print.css';

import { MantineProvider } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';
import { late } from './components/ui/late';
import { useHttpErrorToasts } from './hooks/use-http-error-toasts';
import { useLightPaper } from './hooks/use-light-paper';
import { initAnalytics } from './lib/analytics';
import { cssVariablesResolver, theme } from './theme';

const Toaster = late(() => import('./components/ui/toaster'));

interface StaffProvidersProps {
  children: ReactNode;
  /** Of the content security policy; a style element without it would be refused. */
  nonce?: string;
}

export function StaffProviders({ children, nonce }: StaffProvidersProps) {
  const [started, setStarted] = useState(false);
  useEffect(() => {
    initAnalytics();
    // Toasts come after the page: the first paint does without their code.
    const timer = setTimeout(() => setStarted(true));
    return () => clearTimeout(timer);
  }, []);
  useHttpErrorToasts();
  useLightPaper();
  return (
    <MantineProvider
      theme={theme}
      defaultColorScheme="auto"
      cssVariablesResolver={cssVariablesResolver}
      getStyleNonce={nonce ? () => nonce : undefined}
    >
      {started && <Toaster />}
      {children}
    </MantineProvider>
  );
}
