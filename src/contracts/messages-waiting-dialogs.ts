/** Texts of the dialogs about sales that wait on the device, docs/product.md#offline-sales. */
export const WAITING_DIALOG_MESSAGES = {
  discardTitle: 'Discard sale',
  discard: (tier: string, amount: string, customer: string) =>
    `The ${tier} sale of ${amount} to ${customer} is removed from this device and not sent any more.`,
  signOutTitle: 'Sales wait to be sent',
  signOut: 'They were made on this device and have no payment link yet. Signing out removes them.',
  stillWaiting: 'Not all of them could be sent.',
} as const;
