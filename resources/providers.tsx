import './styles/mantine';
import './styles/tokens.css';
import './styles/base.css';

import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { type ReactNode, useEffect } from 'react';
import { useHttpErrorToasts } from './hooks/use-http-error-toasts';
import { initAnalytics } from './lib/analytics';
import { cssVariablesResolver, theme } from './theme';

const TOAST_MS = 5000;

interface StaffProvidersProps {
  children: ReactNode;
  /** Of the content security policy; a style element without it would be refused. */
  nonce?: string;
}

export function StaffProviders({ children, nonce }: StaffProvidersProps) {
  useEffect(() => initAnalytics(), []);
  useHttpErrorToasts();
  return (
    <MantineProvider
      theme={theme}
      defaultColorScheme="auto"
      cssVariablesResolver={cssVariablesResolver}
      getStyleNonce={nonce ? () => nonce : undefined}
    >
      <Notifications position="bottom-right" autoClose={TOAST_MS} containerWidth={400} />
      {children}
    </MantineProvider>
  );
}
