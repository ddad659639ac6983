import type { Client, Reply } from './client.js';

export const PRICES = { gold: 51000, silver: 100, platinum: 100000 } as const;
export type Tier = keyof typeof PRICES;

let people = 0;

/** A valid create-link body; each call is another person. */
export function linkBody(tokenType: Tier = 'gold', more: Record<string, unknown> = {}) {
  people += 1;
  return {
    amount: PRICES[tokenType],
    currency: 'INR',
    customerData: { name: `Customer ${people}`, email: `customer${people}@example.com`, phone: '9876543210' },
    tokenType,
    referenceType: 'direct',
    ...more,
  };
}

export interface Link {
  paymentId: string;
  invoiceNo: string;
  amount: number;
  // oxlint-disable-next-line typescript/no-explicit-any -- the whole answer, for the test
  data: any;
}

export async function createLink(
  seller: Client,
  tokenType: Tier = 'gold',
  more: Record<string, unknown> = {},
): Promise<Link> {
  const { status, body, text } = await seller.post('/api/payments/create-link', linkBody(tokenType, more));
  if (status !== 201) throw new Error(`create-link answered ${status}: ${text}`);
  return { paymentId: body.data.paymentId, invoiceNo: body.data.invoiceNo, amount: body.data.amount, data: body.data };
}

/** Presses pay as the customer. @returns the bank's page */
export async function pressPay(customer: Client, paymentId: string): Promise<string> {
  const { status, body, text } = await customer.post(`/api/payments/${paymentId}/initiate`);
  if (status !== 200) throw new Error(`initiate answered ${status}: ${text}`);
  return body.data.paymentUrl as string;
}

/** Brings the bank's form back as the browser does. @returns the id of the stored return */
export async function comeBack(customer: Client, fields: URLSearchParams | null): Promise<string> {
  if (!fields) throw new Error('the bank sent nobody back');
  const { status, headers } = await customer.postForm('/payment/verify', fields);
  const location = headers.get('location') ?? '';
  if (status !== 303 || !location.startsWith('/payment/verify?event='))
    throw new Error(`return answered ${status} ${location}`);
  return location.slice('/payment/verify?event='.length);
}

export function verify(customer: Client, eventId: string): Promise<Reply> {
  return customer.post('/api/payments/verify-callback', { eventId });
}

export async function statusOf(customer: Client, paymentId: string): Promise<string> {
  const { body } = await customer.get(`/api/payments/${paymentId}/status`);
  return body.data.status as string;
}
