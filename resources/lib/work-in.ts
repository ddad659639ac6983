import { router } from '@inertiajs/react';
import type { OfferedEventData, Workplace } from '../../src/contracts/events';
import { withAddressAtRest } from './address';

/**
 * Shows the page for the event that was chosen. The next sale is made there at once, also where the page cannot be loaded.
 * @returns false when it could not be loaded
 */
export async function workIn({ id: eventId, name, project }: OfferedEventData): Promise<boolean> {
  const move = (place: Workplace) => ({ ...place, eventId, name, project, mustChoose: false });
  router.replaceProp('auth.workplace', (place: unknown) => move(place as Workplace));
  return withAddressAtRest(
    () =>
      new Promise((resolve) => {
        const failed = () => {
          resolve(false);
          return false;
        };
        // No reload of the client's: it is dropped when the server runs another version, where a visit loads the document.
        router.visit(window.location.href, {
          preserveState: true,
          preserveScroll: true,
          onHttpException: failed,
          onNetworkError: failed,
          onFinish: () => resolve(true),
        });
      }),
  );
}
