import { waitWords } from './wait.js';

/** Texts of results and errors that staff pages show, docs/product.md#messages. Texts of the server alone are in messages-server.ts. */
export const MESSAGES = {
  admin: {
    exportFailed: 'Failed to export payments',
    exportBusy: 'Failed to export payments: other exports are running. Please try again in a minute.',
    datesReversed: 'The end date lies before the start date.',
  },
  login: {
    missing: 'Please enter both email and password',
    failed: 'Something went wrong. Please try again.',
    throttled: (seconds: number) => `Too many sign-in attempts. Please try again in ${waitWords(seconds)}.`,
  },
  auth: {
    required: 'Authentication required. Please log in again.',
    expired: 'Session expired. Please log in again.',
    otherPerson: 'Somebody else has signed in in this browser. This page is loaded again for them.',
    denied: 'Access denied. You do not have permission to view this data.',
  },
  dashboard: {
    failed: 'Failed to fetch dashboard data',
    throttled: (seconds: number) => `Too many requests. Please try again in ${waitWords(seconds)}.`,
    adminFailed: 'Failed to fetch payments',
  },
  link: {
    copied: (customer: string) => `Payment link for ${customer} copied to clipboard!`,
    copyFailed: 'Failed to copy payment link',
    windowClosed: 'Payment window closed',
    popupBlocked: 'The payment window was blocked. Allow pop-ups for this site, or copy the link instead.',
    created: (customer: string) => `Payment link for ${customer} created`,
    createFailed: 'Failed to create payment request',
    submitFailed: 'Error submitting form',
    priceNow: (amount: string) => `The price is now ${amount}. Press again.`,
    typedIsKept: 'The customer that you were typing comes back after this one.',
    mailed: (address: string) => `Payment link sent to ${address}`,
    mailFailed: 'Failed to send email',
    mailError: 'Error sending email',
    mailUnanswered: 'It is not known whether the email was sent. Send it again as it is: it is never sent twice.',
    cancelled: (customer: string) => `Payment link for ${customer} cancelled`,
    corrected: (customer: string) => `New payment link for ${customer} created; the old one no longer works`,
  },
  form: {
    required: (placeholder: string) => `${placeholder} is required`,
    nameShort: 'Name must be at least 2 characters',
    nameInvisible: 'Name must have at least 2 visible characters',
    email: 'Invalid email format',
    phone: 'Enter a 10-digit Indian mobile number',
  },
  status: {
    checkError: 'Error checking payment status',
    pendingError: 'Error checking pending payments',
    failed: 'Failed to check status',
    completed: 'Payment completed! Status updated automatically.',
    is: (label: string) => `Payment status: ${label}`,
    noneOpen: 'No payment of this list is in progress.',
    openChecked: (checked: number, completed: number, failed: number) =>
      `${checked === 1 ? '1 payment' : `${checked} payments`} checked: ${completed > 0 ? `${completed} completed` : 'none completed yet'}${
        failed > 0 ? `, ${failed} without an answer from the bank` : ''
      }.`,
  },
  payment: {
    transactionsFailed: 'Failed to fetch transactions',
  },
  desk: {
    title: (customer: string) => `Payment link ready for ${customer}`,
    paidBy: (customer: string) => `Paid by ${customer}`,
    failedFor: (words: string, customer: string) => `${words}: ${customer}`,
    endedFor: (customer: string) => `Payment link for ${customer}`,
    refundingTo: (customer: string) => `Refund on its way to ${customer}`,
    voidFor: (customer: string) => `Token void: ${customer}`,
    refundedTo: (customer: string) => `Refunded to ${customer}`,
    loadFailed: 'Failed to load payment details',
    duplicateNeedsReason: 'This person has an open link already: say why a second one is made, or reopen it.',
    secondUnitNeedsReason: 'This person holds a token already: say why a second unit is sold.',
  },
  /** How a person wants the staff pages. */
  preferences: {
    failed: 'Your choice could not be kept',
  },
  sale: {
    historyFailed: 'What happened could not be read',
  },
  linkCare: {
    reissued: (customer: string) => `Payment link for ${customer} works again`,
    reissueFailed: 'Failed to renew the payment link',
    cancelFailed: 'Failed to cancel the payment link',
    correctFailed: 'Failed to correct the contact details',
  },
  share: {
    text: (customer: string, what: string, until: string, url: string) =>
      `Hello ${customer}, here is your payment link for ${what}. It works until ${until}: ${url}`,
    token: (tier: string, amount: string) => `the ${tier} token of ${amount}`,
    upgrade: (tier: string, amount: string) => `the upgrade to ${tier}: ${amount}`,
    title: (tier: string) => `Payment link for your ${tier} token`,
    upgradeTitle: (tier: string) => `Payment link for your upgrade to ${tier}`,
    subject: (tier: string) => `${tier} token`,
    upgradeSubject: (tier: string) => `Upgrade to ${tier}`,
    sheetFailed: 'The link could not be shared. Copy it instead.',
    fileFailed: 'The QR code could not be saved. Let the customer scan it from the screen.',
  },
  connection: {
    offline: 'You are offline.',
    unreachable: 'The server cannot be reached.',
    outdated: 'A new version is in use. This page shows no more changes.',
    reload: 'Load it again',
    kept: (time: string) => `What you typed is kept; this page may be out of date since ${time}.`,
    /** On the sales form. */
    selling: 'What you typed is kept. You can go on selling: a sale waits on this device and is sent by itself.',
  },
  /** A lazily loaded part of a page that could not be fetched. */
  missingPart: {
    title: 'This part could not be loaded',
    dialog: 'The connection may be gone. Nothing was changed. Try again; if that does not help, reload the page.',
    chart: 'The chart could not be loaded. The table below holds its figures.',
  },
  permission: {
    loadFailed: 'Failed to load permission settings.',
    idMissing: 'Cannot update permission: ID is missing.',
    failed: 'Failed to update. Please try again.',
    updated: 'Permission updated successfully!',
  },
  refund: {
    processed: 'Refund processed successfully',
    requestFailed: 'Refund request failed',
    failed: 'Failed to process refund',
    unknown: 'The refund was recorded and is being confirmed with the bank. Please do not request it again.',
    disabled: 'Refunds are switched off.',
    notPositive: 'Enter an amount greater than zero',
    unreadable: 'Enter an amount in rupees with at most two decimals, such as 500 or 500.50',
    atMost: (amount: string) => `At most ${amount} can be refunded`,
    nothingLeft: 'Nothing is left to refund: earlier refunds hold the whole amount.',
    loadFailed: 'Failed to load refunds',
  },
  upgrade: {
    none: 'No upgrade available for this token.',
    alreadyUpgraded: 'This token has already been upgraded.',
    created: (customer: string) => `Upgrade link for ${customer} created`,
    resetFailed: 'Failed to reset upgrades',
    retryFailed: 'Failed to retry upgrade',
    createFailed: 'Failed to create upgrade link',
    bankSilent: 'The bank has not said yet whether the last link was paid. Try again in a minute.',
    cancelFailed: 'Failed to cancel upgrade link',
    linkCancelled: (tier: string) =>
      `Upgrade link cancelled. A new one can be created, or the ${tier} payment refunded.`,
    failed: 'Failed to upgrade token',
    missingIds: 'Payment ID or token number not available',
  },
  history: {
    failed: 'Failed to fetch payment history',
    empty: 'No payment history found',
  },
  general: {
    unreachable: 'The server could not be reached. Check the connection and try again.',
    throttled: (seconds: number) => `Too many requests. Please try again in ${waitWords(seconds)}.`,
    internal: 'Something went wrong. Please try again.',
  },
} as const;
