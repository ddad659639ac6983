// Whether what the bank captured is what the product booked: pure.

/**
 * Every capture at the bank is one completed payment with one token, one receipt and one email to the customer, and nothing else
 * has any of these. Amounts are paise.
 * @param sales `{ email, paymentIds }` per sale: links that were acknowledged
 * @param captures `{ invoiceNo, amount }`
 * @param payments `{ publicId, email, status, amount, tokenNumber, invoices, tokens, receipts }`; `invoices` of captured attempts
 * @param mails `{ to, id }`; the receiver may get the same id twice, which the product promises not to avoid
 * @returns `{ sums, faults: { what, id }[] }`
 */
export function balanceOf({ sales, captures, payments, mails }) {
  const faults = [];
  const fault = (what, id) => faults.push({ what, id });
  const byInvoice = new Map();
  for (const payment of payments)
    for (const invoice of payment.invoices) {
      if (byInvoice.has(invoice)) fault('one invoice captured for two payments', invoice);
      byInvoice.set(invoice, payment);
    }
  for (const { invoiceNo, amount } of captures) {
    const payment = byInvoice.get(invoiceNo);
    if (!payment) fault('captured at the bank, not here', invoiceNo);
    else if (payment.amount !== amount) fault('another amount than captured', payment.publicId);
  }
  const atBank = new Set(captures.map(({ invoiceNo }) => invoiceNo));
  for (const [invoice, { publicId }] of byInvoice) if (!atBank.has(invoice)) fault('captured here, not at the bank', publicId);
  const mailsTo = groupOf(mails, ({ to }) => to);
  for (const payment of payments) judge(payment, mailsTo.get(payment.email) ?? [], fault);
  for (const number of doubles(payments.flatMap(({ tokens }) => tokens))) fault('token issued twice', number);
  linksOf(sales, payments, fault);
  const paid = payments.filter(({ status }) => status === 'completed');
  const sums = {
    captures: captures.length,
    paid: paid.length,
    tokens: count(payments, ({ tokens }) => tokens),
    receipts: count(payments, ({ receipts }) => receipts),
    mails: new Set(mails.map(({ id }) => id)).size,
    capturedAmount: captures.reduce((sum, { amount }) => sum + amount, 0),
    paidAmount: paid.reduce((sum, { amount }) => sum + amount, 0),
  };
  if (sums.capturedAmount !== sums.paidAmount) fault('amounts differ', `${sums.capturedAmount} / ${sums.paidAmount}`);
  return { sums, faults };
}

function judge({ publicId, status, tokenNumber, invoices, tokens, receipts }, mails, fault) {
  const ids = new Set(mails.map(({ id }) => id));
  if (status === 'completed') {
    if (invoices.length !== 1) fault(`completed with ${invoices.length} captures`, publicId);
    if (tokens.length !== 1 || tokens[0] !== tokenNumber) fault(`completed with ${tokens.length} tokens`, publicId);
    if (receipts.length !== 1) fault(`completed with ${receipts.length} receipts`, publicId);
    if (ids.size !== 1) fault(`completed with ${ids.size} receipt emails`, publicId);
    return;
  }
  if (invoices.length > 0) fault(`captured, but ${status}`, publicId);
  if (tokens.length > 0 || receipts.length > 0 || ids.size > 0) fault(`${status} with token, receipt or email`, publicId);
}

/** A link that was acknowledged is there, and no sale has two. */
function linksOf(sales, payments, fault) {
  const stored = new Set(payments.map(({ publicId }) => publicId));
  const byEmail = groupOf(payments, ({ email }) => email);
  for (const { email, paymentIds } of sales) {
    for (const id of paymentIds) if (!stored.has(id)) fault('acknowledged link is missing', id);
    const made = byEmail.get(email) ?? [];
    if (made.length > 1) fault('two links of one sale', made.map(({ publicId }) => publicId).join(', '));
  }
}

function groupOf(items, keyOf) {
  const groups = new Map();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}

function doubles(values) {
  const seen = new Set();
  return values.filter((value) => seen.has(value) || !seen.add(value));
}

const count = (items, listOf) => items.reduce((sum, item) => sum + listOf(item).length, 0);
