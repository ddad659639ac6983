import { isPaid } from './verdicts.js';
import type { PaymentRecord } from './records.js';
import type { Acting } from './people.js';
import { oneOf, type Person, type World } from './world.js';

const rupees = (paise: number) => paise / 100;

/** What a screen shows has to be what the model says. */
export async function readPages(acting: Acting, at: 'payment' | 'export'): Promise<void> {
  const { world, command } = acting;
  if (at === 'export') return readExport(acting);
  const payment = oneOf([...world.records.payments.values()], command.pick);
  if (payment) await readPaymentPages(acting, payment);
  await readLists(acting);
}

/** Customer's page, its status, staff's refunds and history say the same of one payment. */
export async function readPaymentPages({ world, product, actor }: Acting, payment: PaymentRecord): Promise<void> {
  const { id } = payment;
  const seller: Person = payment.seller === '1' ? 'admin' : payment.seller === '2' ? 'priya' : 'rahul';
  const page = await world.call(product, null, 'GET', `/api/payments/${id}`);
  const status = await world.call(product, null, 'GET', `/api/payments/${id}/status`);
  const refunds = await world.call(product, seller, 'GET', `/api/payments/${id}/refunds`);
  world.around.say(`  ${actor}: reads the pages of ${world.alias(id)} → ${page.status}`);
  if ([page, status, refunds].some((reply) => reply.status !== 200)) return;
  // Money for which nothing could be given, or for an upgrade whose platinum was revoked with its gold.
  const isUnusable = isPaid(payment)
    ? payment.status === 'completed' && payment.token === 'void'
    : world.model.capturesOf(id).some(({ excess }) => excess);
  expectSame(world, `page of ${world.alias(id)}`, {
    status: page.body.data.status,
    'status of the poll': status.body?.data?.status,
    amount: page.body.data.amount,
    refunded: refunds.body?.data?.refundedAmount,
    'is being returned': page.body.data.returning !== null && page.body.data.returning !== undefined,
  }, {
    status: payment.status,
    'status of the poll': payment.status,
    amount: rupees(payment.amount),
    refunded: isPaid(payment) ? rupees(payment.refunded) : refunds.body?.data?.refundedAmount,
    'is being returned': isUnusable,
  }); // prettier-ignore
}

/** Counters, totals and analysis are sums over the records. */
export async function readLists(acting: Acting): Promise<void> {
  const { world, product, actor } = acting;
  const all = [...world.records.payments.values()];
  const analysis = await world.call(product, 'admin', 'GET', '/api/payments/admin/analysis');
  const list = await world.call(product, 'admin', 'GET', '/api/payments/admin/all');
  world.around.say(`  ${actor}: reads the lists → ${analysis.status} ${list.status}`);
  if (analysis.status !== 200 || list.status !== 200) return;
  const metrics = analysis.body.data.keyMetrics;
  expectSame(world, 'lists', {
    revenue: metrics.totalRevenue,
    transactions: metrics.totalTransactions,
    total: list.body.data.pagination.totalPayments,
  }, {
    revenue: rupees(all.filter(isPaid).reduce((sum, { amount, refunded }) => sum + amount - refunded, 0)),
    transactions: all.filter(({ status }) => status === 'completed').length,
    total: all.length,
  }); // prettier-ignore
  await readProjectList(acting);
}

/** The list of one project holds its payments and no others, and its figures are sums over these. */
async function readProjectList({ world, product, command, actor }: Acting): Promise<void> {
  const projects = await world.around.scheduler.outside(() =>
    world.database.query<{ id: number; code: string }>('SELECT id, code FROM projects ORDER BY id'),
  );
  const chosen = oneOf([...projects], command.pick);
  if (projects.length < 2 || !chosen) return;
  const { id, code } = chosen;
  const own = [...world.records.payments.values()].filter(({ project }) => project === code);
  const list = await world.call(product, 'admin', 'GET', `/api/payments/admin/all?project=${id}&limit=100`);
  const analysis = await world.call(product, 'admin', 'GET', `/api/payments/admin/analysis?project=${id}`);
  world.around.say(`  ${actor}: reads the list of ${code} → ${list.status} ${analysis.status}`);
  if (list.status !== 200 || analysis.status !== 200) return;
  const rows = list.body.data.payments as { paymentId: string }[];
  const { filters, keyMetrics } = analysis.body.data;
  const isNarrowed = filters.project === String(id);
  expectSame(world, `list of ${code}`, {
    total: list.body.data.pagination.totalPayments,
    'rows of other projects': rows.filter(({ paymentId }) => world.records.payments.get(paymentId)?.project !== code).length,
    rows: rows.length,
    revenue: isNarrowed ? keyMetrics.totalRevenue : null,
  }, {
    total: own.length,
    'rows of other projects': 0,
    rows: Math.min(own.length, 100),
    revenue: isNarrowed ? rupees(own.filter(isPaid).reduce((sum, { amount, refunded }) => sum + amount - refunded, 0)) : null,
  }); // prettier-ignore
}

async function readExport({ world, product, actor }: Acting): Promise<void> {
  const { status, text } = await world.call(product, 'admin', 'GET', '/api/payments/admin/export');
  world.around.say(`  ${actor}: exports → ${status}`);
  if (status !== 200) return;
  const rows = text.trim().split(/\r?\n/).length - 1;
  expectSame(world, 'export', { rows }, { rows: world.records.payments.size });
}

function expectSame(
  world: World,
  where: string,
  shown: Record<string, unknown>,
  wanted: Record<string, unknown>,
): void {
  for (const [name, value] of Object.entries(wanted))
    if (shown[name] !== value)
      world.complaints.push(`${where}: ${name} is ${String(shown[name])}, by the model it is ${String(value)}`);
}
