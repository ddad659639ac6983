/** Texts of sales that wait on the device, docs/product.md#offline-sales. Pages load them once a sale waits. */
export const WAITING_MESSAGES = {
  count: (sales: number) => (sales === 1 ? '1 sale waits to be sent' : `${sales} sales wait to be sent`),
  ready: (sales: number) => (sales === 1 ? '1 payment link is ready' : `${sales} payment links are ready`),
  notSent: (sales: number) => (sales === 1 ? '1 sale was not sent' : `${sales} sales were not sent`),
  explained: 'Sent by itself once the server can be reached, until midnight.',
  goesWithTab: 'This browser keeps nothing: leave this page open until they are sent.',
  waiting: 'Waiting to send',
  sending: 'Sending…',
  unanswered: 'No answer yet. It is asked again, and no second link is made.',
  busy: (time: string) => `The server asked to wait. Sent by itself, about ${time}.`,
  signedOut: 'Waits until you sign in again',
  sent: 'Payment link ready',
  sentLate: (tier: string, time: string) =>
    `${tier}, made ${time}: its payment link is ready. The customer’s details were removed from this device with its day.`,
  over: (tier: string, time: string) =>
    `${tier}, made ${time}: not sent. Its day is over, and the customer’s details were removed from this device.`,
  mayExist: 'It may have reached the server: look for it in your list.',
  isOffline: 'You are offline.',
  isBack: 'The network is back.',
  seller: (name: string) => `Selling as ${name}. A sale waits on this device.`,
  pricesAsOf: (time: string) => `Prices as of ${time}.`,
  nobody: 'Nobody is signed in on this device.',
} as const;
