import { useMediaQuery } from '@mantine/hooks';
import { Notifications } from '@mantine/notifications';
import classes from './toaster.module.css';

const TOAST_MS = 5000;

/** On a phone the thumb's buttons are at the bottom, on a desk the primary one is at the top: toasts cover neither. */
export default function Toaster() {
  const phone = useMediaQuery('(max-width: 40em)') ?? false;
  return (
    <Notifications
      position={phone ? 'top-center' : 'bottom-right'}
      autoClose={TOAST_MS}
      containerWidth={400}
      classNames={{ root: classes.place }}
    />
  );
}
