/** Texts of the customers' pages and of the API whose wording is fixed, docs/product.md#messages. Staff pages do not import them. */
export const CUSTOMER_MESSAGES = {
  status: {
    paymentFailed: 'Failed to check payment status',
    polledCompleted: 'Payment completed successfully!',
  },
  payment: {
    error: (message: string) => `Payment Error: ${message}`,
    notFound: 'Payment not found',
    urlMissing: 'Payment URL not received from server',
    urlNotYet: 'Payment URL not available yet. Please try again in a moment.',
    initiateFailed: 'Failed to initiate payment',
    initiateError: 'Error initiating payment',
    alreadyPaid: 'This payment has already been completed.',
    expired: 'This payment link has expired. Please ask your sales contact for a new one.',
    withdrawn: 'This payment link was withdrawn. Please ask your sales contact if you still want to pay.',
    replaced: 'This link was replaced. Ask your sales contact for the new one.',
    refunded: 'This payment has been refunded.',
    moneyWaits:
      'The bank has taken money for this payment, but not the sum that was due. We are clarifying it with the bank: please do not pay again.',
    soldOut: 'No token of this kind is left at the moment, so you were not charged. Please ask your sales contact.',
  },
  terms: {
    required: 'Please tick the box to agree to the terms before you pay.',
    changed: 'The terms have changed since this page was opened. Please read them and agree again.',
  },
  receipt: {
    notYet: 'There is no receipt yet.',
    sent: (address: string) => `The receipt is on its way to ${address}.`,
    sendFailed: 'The receipt could not be sent. Please try again in a moment.',
    throttled: 'The receipt was sent a few times already. Please look in your inbox and in the spam folder.',
    busy: 'Many receipts are being asked for from here at the moment. Please try again in a minute.',
    noAddress: 'No mail can be sent to the recorded address. Please contact us.',
  },
  upgrade: {
    moneyWaits:
      'The bank has already taken money for this upgrade. It is used for the upgrade or returned to you, and we are seeing to that: please do not pay again.',
    closed: 'This upgrade can no longer be paid. Please ask your sales contact.',
    onHold: (tier: string) =>
      `This upgrade cannot be paid at the moment: the bank is clarifying the payment of your ${tier} token.`,
  },
  verify: {
    loading: 'Verifying Payment...',
    loadingNote: 'Please wait while we verify your payment with the bank gateway.',
    success: 'Payment Verified Successfully!',
    successToast: 'Payment verified successfully!',
    redirecting: 'Redirecting...',
    failedTitle: 'Payment Verification Failed',
    failed: 'Payment verification failed',
    missing: 'Missing required payment verification parameters',
    paymentFailed: (why: string) => `Payment failed: ${why}`,
    confirmingTitle: 'Your payment is being confirmed',
    confirming: 'The bank has not confirmed the payment yet. We keep asking; you can close this page safely.',
  },
} as const;
