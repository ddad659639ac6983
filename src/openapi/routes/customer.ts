import { JSON_TYPE, type Operations } from '../operation.js';
import { object, ref, type Schema, text } from '../schema.js';

const BANK_FIELDS: Schema = {
  type: 'object',
  additionalProperties: true,
  description: 'The bank’s fields as they came, `secureHash` among them.',
};

const VERIFY_BODY: Schema = {
  type: 'object',
  properties: { eventId: text('The stored return, from the address of the page.'), event: text('The same.') },
  additionalProperties: true,
  description: 'The stored return, or the bank’s fields as the page read them from its address.',
};

/** Not knowing yet and not paid: refusals that also tell what is known. */
function undecided(description: string, error: string) {
  const schema = object(
    {
      success: { const: false },
      message: { type: 'string' },
      error: { enum: [error] },
      data: ref('VerifyData'),
    },
    [],
  );
  return { description, content: { [JSON_TYPE]: schema } };
}

/** What the holder of a payment link may do, and what the bank posts. */
export const CUSTOMER: Operations = {
  'GET /api/payments/{paymentId}': {
    summary: 'A payment, as the holder of its link may see it',
    access: 'public',
    data: ref('PublicPayment'),
    refusals: ['PAYMENT_NOT_FOUND'],
  },
  'GET /api/payments/{paymentId}/status': {
    summary: 'The state of a payment, from our records',
    access: 'public',
    data: ref('PublicStatus'),
    refusals: ['PAYMENT_NOT_FOUND'],
  },
  'POST /api/payments/{paymentId}/initiate': {
    summary: 'Get the bank’s page to pay on',
    access: 'public',
    idempotent: true,
    data: ref('InitiateData'),
    limit: 'By link and by address.',
    refusals: [
      'PAYMENT_NOT_FOUND',
      'ALREADY_PAID',
      'REFUNDED',
      'REVERSAL_UNDECIDED',
      'LINK_EXPIRED',
      'LINK_WITHDRAWN',
      'LINK_REPLACED',
      'UPGRADE_CLOSED',
      'BANK_UNAVAILABLE',
      'BANK_REFUSED',
    ],
  },
  'POST /api/payments/{paymentId}/send-receipt': {
    summary: 'Mail the receipt to the recorded address',
    access: 'public',
    data: ref('SendReceiptData'),
    limit: 'By receipt and by address.',
    refusals: ['PAYMENT_NOT_FOUND', 'NO_RECEIPT_YET', 'NO_USABLE_ADDRESS'],
  },
  'POST /api/payments/verify-callback': {
    summary: 'Ask what became of a payment after the return from the bank',
    description: '`success` is true only once the bank’s own status answer confirms the payment.',
    access: 'public',
    content: { [JSON_TYPE]: VERIFY_BODY },
    data: ref('VerifyData'),
    answers: {
      202: undecided('The bank has not decided or cannot be reached: ask again.', 'PAYMENT_CONFIRMING'),
      400: undecided('Not paid.', 'VERIFICATION_FAILED'),
      409: undecided('Taken by the bank, but it could not be used and is being returned.', 'MONEY_RETURNED'),
    },
    limit: 'By return and by address.',
    refusals: [],
  },
  'POST /api/gateway/callback': {
    summary: 'The bank’s advice',
    description: 'Stored as it came, and answered at once; it makes the payment due for a check and completes nothing.',
    access: 'public',
    content: { 'application/x-www-form-urlencoded': BANK_FIELDS, [JSON_TYPE]: BANK_FIELDS },
    data: object({ received: { type: 'boolean' } }),
    limit: 'New messages without a valid hash by address, different ones about one payment by payment.',
    refusals: ['BAD_HASH'],
  },
};
