import { router } from '@inertiajs/react';
import { ROUTES } from '../../src/contracts/routes';
import { addDeskSale } from './desk-sales';

/**
 * Opens a sale that was just made.
 * @param replace it takes the form's place in the history: going back must not bring up a form that was sent
 * @returns whether it could be opened
 */
export function showDesk(paymentId: string, { replace }: { replace: boolean }): Promise<boolean> {
  addDeskSale(paymentId);
  return new Promise((resolve) => {
    const failed = () => {
      resolve(false);
      return false;
    };
    router.visit(ROUTES.sale(paymentId), {
      replace,
      onSuccess: () => resolve(true),
      onHttpException: failed,
      onNetworkError: failed,
      onFinish: () => resolve(false),
    });
  });
}
