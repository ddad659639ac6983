import { DataSource } from 'typeorm';
import { type Link, comeBack, createLink, pressPay, verify } from '../support/sales.js';
import { payAsCustomer, refund, switchRefunds } from '../support/refunds.js';
import { decide, reverse, reviewsOf } from '../support/reviews.js';
import { ADMIN, SALES, type TestApp } from '../support/test-app.js';

/** Each would run, close an element or a script, or be taken for code, wherever a text is not kept a text. */
export const PAYLOADS = [
  '<img src=x onerror=alert(1)>',
  '"><svg/onload=alert(1)>',
  `' onmouseover='alert(1)' autofocus onfocus='alert(1)`,
  'javascript:alert(1)//',
  "{{constructor.constructor('alert(1)')()}}${alert(1)}",
  '</script><script>alert(1)</script>',
  '<!--<script>alert(1)</script>-->',
  ']]><![CDATA[<script>alert(1)</script>]]>',
  '<style>*{display:none}</style><base href=//evil.example>',
  '=HYPERLINK("http://evil.example","x")',
  "$& $' $` \\u003cscript\\u003e &lt;b&gt; %3Cscript%3E",
] as const;
/** Refused at the door; older rows may hold it. */
export const LINE_SEPARATED = 'before\u2028</script><script>alert(1)</script>\u2029after';
const [IMAGE, SVG, ATTRIBUTE, LINK, TEMPLATE, CLOSING, COMMENT] = PAYLOADS;
/** An address that is valid, and an attribute's end. */
export const MAILBOX = "'onload='alert`1`'@example.com";

export const WORDS = {
  refund: IMAGE,
  cancel: SVG,
  note: COMMENT,
  duplicate: TEMPLATE,
  staff: CLOSING,
  broker: ATTRIBUTE,
} as const;
export const BANK_WORDS = { text: `${IMAGE}${CLOSING}`, mode: SVG, bank: LINK } as const;

export const NAMES = {
  open: 'Open <b onclick=alert(1)>',
  paid: `Paid ${CLOSING}`,
  refunded: `Refunded ${COMMENT}`,
  failed: `Failed ${ATTRIBUTE}`,
} as const;

export interface Scene {
  open: Link;
  paid: Link;
  refunded: Link;
  failed: Link;
  cancelled: Link;
  returnEvent: string;
  failedEvent: string;
  older: Link;
  upgrade: string;
}

const customer = (name: string) => ({ customerData: { name, email: MAILBOX, phone: '9876543210' } });

/** One customer for each payload, payments in every state, and every free text that the API takes. */
export async function hostileScene(test: TestApp): Promise<Scene> {
  const [seller, admin] = [await test.as(SALES), await test.as(ADMIN)];
  const make = (name: string, tier: 'gold' | 'silver' = 'silver') =>
    createLink(seller, tier, { ...customer(name), referenceType: 'channelPartner', brokerName: WORDS.broker });
  for (const name of PAYLOADS) await make(name);
  const open = await make(NAMES.open);
  const [paid, refunded] = [await make(NAMES.paid, 'gold'), await make(NAMES.refunded)];
  for (const { paymentId } of [paid, refunded]) await payAsCustomer(test, paymentId);
  await switchRefunds(test, true);
  expectOk(await refund(admin, refunded.paymentId, 40, { refundReason: WORDS.refund }));
  expectOk(await refund(admin, refunded.paymentId, 60, { refundReason: LINK }));
  const upgraded = await seller.post(`/api/payments/${paid.paymentId}/create-upgrade-link`, { upgradeType: 'gold_to_platinum' });
  expectOk(upgraded);
  const upgrade = upgraded.body.data.paymentId as string;
  const again = { ...customer(NAMES.paid), duplicateReason: WORDS.duplicate };
  await createLink(seller, 'gold', again);
  const cancelled = await make(`Cancelled ${SVG}`);
  expectOk(await seller.post(`/api/payments/${cancelled.paymentId}/cancel-link`, { reason: WORDS.cancel }));
  const { failed, failedEvent } = await failingWith(test, make);
  const reversed = await make(`Reversed ${IMAGE}`);
  await payAsCustomer(test, reversed.paymentId);
  await reverse(test, reversed);
  const [review] = await reviewsOf(test, reversed.paymentId);
  expectOk(await decide(admin, review.reviewId, 'confirm_reversal', { note: WORDS.note, confirmedAmount: 100 }));
  const invited = await admin.post('/api/admin/staff', { name: WORDS.staff, email: MAILBOX, role: 'sales_manager' });
  expectOk(invited);
  expectOk(await seller.post('/api/payments/send-payment-email', { paymentId: open.paymentId, message: PAYLOADS.join('\n') }));
  const older = await make('To be older');
  await test.get(DataSource).query('UPDATE customers SET name = ? WHERE name = ?', [LINE_SEPARATED, 'To be older']);
  return { open, paid, refunded, failed, cancelled, older, upgrade, failedEvent, returnEvent: await forged(test, open) };
} // prettier-ignore

/** Declined, and the bank gives its reasons in markup. */
async function failingWith(test: TestApp, make: (name: string) => Promise<Link>) {
  const failed = await make(NAMES.failed);
  const visitor = test.client();
  const fields = await test.bank.press(await pressPay(visitor, failed.paymentId), 'decline');
  test.bank.reword(failed.invoiceNo, BANK_WORDS);
  const failedEvent = await comeBack(visitor, fields);
  await verify(visitor, failedEvent);
  await test.settle();
  return { failed, failedEvent };
}

/** A return that the bank never signed. */
function forged(test: TestApp, { invoiceNo }: Link): Promise<string> {
  const fields = { responseCode: '000', respDescription: CLOSING, invoiceNo, paymentMode: SVG, txnID: IMAGE, secureHash: COMMENT };
  return comeBack(test.client(), new URLSearchParams({ ...fields, [`x${ATTRIBUTE}`]: LINK }));
} // prettier-ignore

function expectOk({ status, text }: { status: number; text: string }): void {
  if (status >= 300) throw new Error(`answered ${status}: ${text}`);
}
