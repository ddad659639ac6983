import type { ReactNode } from 'react';
import { Drawer } from '../components/ui/modal';
import { ProductMark } from '../components/ui/product-mark';
import { useSharedProps } from '../hooks/use-shared-props';
import { SIZES } from '../tokens';
import classes from './staff-layout.module.css';

interface MenuDrawerProps {
  opened: boolean;
  onClose: () => void;
  children: ReactNode;
}

/** The sidebar of small screens. */
export default function MenuDrawer({ opened, onClose, children }: MenuDrawerProps) {
  const { app } = useSharedProps();
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      size={SIZES.sidebar}
      title={<ProductMark name={app.name} />}
      classNames={{ content: classes.drawer, body: classes.drawerBody }}
    >
      {children}
    </Drawer>
  );
}
