import '../../styles/mantine';

import { MantineProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import { pageNonce } from '../../lib/page-nonce';
import { cssVariablesResolver, theme } from '../../theme';

const getStyleNonce = () => pageNonce() ?? '';
/** The colour scheme is set on the document by lib/colour-scheme, for everything on it. */
const getRootElement = () => undefined;

/** Around each part of the component library, which comes with the first dialog or menu: no page starts with it. */
export function Overlays({ children }: { children: ReactNode }) {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariablesResolver}
      getRootElement={getRootElement}
      getStyleNonce={getStyleNonce}
      withGlobalClasses={false}
    >
      {children}
    </MantineProvider>
  );
}
