import { Notifications } from '@mantine/notifications';

const TOAST_MS = 5000;

export default function Toaster() {
  return <Notifications position="bottom-right" autoClose={TOAST_MS} containerWidth={400} />;
}
