import { Drawer as LibraryDrawer, type DrawerProps, Modal as LibraryModal, type ModalProps } from '@mantine/core';
import { useMounted } from '@mantine/hooks';
import { Overlays } from './overlays';

/** A dialog over the page. It is heavy: whatever holds one is loaded when it is first opened (`lateDialog`). */
export function Modal({ opened, ...rest }: ModalProps) {
  // Opened once it is there, so that it takes the focus.
  const mounted = useMounted();
  return (
    <Overlays>
      <LibraryModal opened={mounted && opened} {...rest} />
    </Overlays>
  );
}

/** The same at the side of the screen. */
export function Drawer({ opened, ...rest }: DrawerProps) {
  const mounted = useMounted();
  return (
    <Overlays>
      <LibraryDrawer opened={mounted && opened} {...rest} />
    </Overlays>
  );
}
