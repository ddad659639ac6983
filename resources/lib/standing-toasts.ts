import { createNotificationsStore } from '@mantine/notifications';

/** Toasts that stand in the page instead of over it. */
export const standingToasts = createNotificationsStore();
