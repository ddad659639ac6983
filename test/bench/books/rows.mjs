// The benchmark's books: the same number of payments always gives the same rows, so that runs can be compared.

export const SELLERS = 40;
export const ADMIN_EMAIL = 'admin@bench.example';
/** One alone may not walk through lists as quickly as a benchmark does. */
export const ADMINS = 30;
export const adminEmailOf = (n) => (n === 0 ? ADMIN_EMAIL : `admin${n + 1}@bench.example`);
export const PASSWORD = 'bench-password-2026';
/** Two years of sales end here; open links run out, and are asked about, long after it. */
export const FIRST_DAY = Date.UTC(2024, 10, 15);
export const LAST_DAY = Date.UTC(2026, 10, 15);
const FAR = '2099-01-01 00:00:00.000';
const MINUTE = 60_000;

const PRICES = { gold: 51_000_00, silver: 100_00, platinum: 1_00_000_00 };
const UPGRADE_PRICE = 49_000_00;
const PREFIXES = { gold: 'GO', silver: 'SI', platinum: 'PL' };
const SYLLABLES = ['ra', 'vi', 'me', 'as', 'ki', 'no', 'ta', 'su', 'ha', 'de', 'jo', 'la', 'pri', 'ka', 'mi', 'an'];
const ENDINGS = ['sha', 'ran', 'vik', 'dita', 'mesh', 'ni', 'jay', 'tha', 'lini', 'dev', 'kar', 'shi'];
const SURNAMES = ['kar', 'wal', 'nathan', 'murthy', 'deshi', 'patil', 'rao', 'sen', 'gupte', 'wani', 'lekar', 'pande'];
const LETTERS = '0123456789abcdefghjkmnpqrstvwxyz';
const BANK_LETTERS = '123456789ABCDEFGHJKLMNPQRSTUVWXYZ';

/** 32 well mixed bits of a number and the purpose they are wanted for (the finaliser of MurmurHash3). */
export function mixed(n, purpose = 0) {
  let h = Math.imul(n, 0x9e3779b1) ^ Math.imul(purpose + 1, 0x85ebca77);
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}

export function customersFor(payments) {
  return Math.ceil(payments * 0.3);
}

export function instantText(milliseconds) {
  return new Date(milliseconds).toISOString().replace('T', ' ').replace('Z', '');
}

/** 26 characters, as the product's own ids, from a number and a purpose. */
export function publicIdOf(n, purpose = 0) {
  return lettersOf(n, purpose + 100, LETTERS, 26);
}

function lettersOf(n, purpose, letters, length) {
  let text = '';
  // The number itself stands in front: without it two of a million would meet.
  for (let rest = n; text.length < 6; rest = Math.floor(rest / letters.length)) text += letters[rest % letters.length];
  for (let at = 0; text.length < length; at += 1) text += letters[mixed(n, purpose + at) % letters.length];
  return text;
}

export function customerOf(c) {
  const first = SYLLABLES[mixed(c, 1) % 16] + SYLLABLES[mixed(c, 2) % 16] + ENDINGS[mixed(c, 3) % 12];
  const last = SYLLABLES[mixed(c, 4) % 16] + SYLLABLES[mixed(c, 5) % 16] + SURNAMES[mixed(c, 6) % 12];
  const name = `${capital(first)} ${capital(last)}`;
  const email = `${first}.${last}${c}@mail${mixed(c, 7) % 50}.example`;
  return { id: c, seller: sellerOf(c), name, email, phone: `+919${String(100_000_000 + c).padStart(9, '0')}` };
}

/** User 1 is the admin. */
export function sellerOf(customer) {
  return 2 + (customer % SELLERS);
}

function capital(word) {
  return word[0].toUpperCase() + word.slice(1);
}

const STATUS_STEPS = [
  [70, 'completed'],
  [80, 'pending'],
  [85, 'initiated'],
  [92, 'failed'],
  [97, 'cancelled'],
  [100, 'refunded'],
];

function statusOf(n) {
  const drawn = mixed(n, 10) % 100;
  return STATUS_STEPS.find(([below]) => drawn < below)[1];
}

function typeOf(n) {
  const drawn = mixed(n, 11) % 100;
  return drawn < 60 ? 'gold' : drawn < 85 ? 'silver' : 'platinum';
}

/** Events of each project, where there are several: one after the other, each as long. */
export const EVENTS_EACH = 10;

/**
 * Where a sale was made. Each project has one event at a time, each seller sells in one, and goes to another project with every event.
 * Events are numbered by their time, then by project, so that the first one is the default event of the default project.
 */
export function placeOf({ n, seller }, size, projects) {
  if (projects === 1) return { project: 1, event: 1 };
  const time = Math.min(EVENTS_EACH - 1, Math.floor(((n - 1) * EVENTS_EACH) / size));
  const project = 1 + ((seller + time) % projects);
  return { project, event: project + projects * time };
}

/**
 * All payments with what belongs to each, oldest first; numbers of tokens, receipts and attempts go up with them.
 * @param projects with several, an upgrade is in the event of its gold token
 */
export function* salesOf(size, projects = 1) {
  const customers = customersFor(size);
  const step = (LAST_DAY - FIRST_DAY) / size;
  const state = { attempt: 0, receipt: 0, gold: 0, silver: 0, platinum: 0 };
  let before = null;
  for (let n = 1; n <= size; n += 1) {
    const at = Math.floor(FIRST_DAY + (n - 1) * step + (mixed(n, 12) % 1000) * (step / 2000));
    const sale = saleOf(n, at, customers, state, before);
    sale.place = sale.source ? sale.source.place : placeOf(sale, size, projects);
    yield sale;
    before = sale;
  }
}

function saleOf(n, at, customers, state, before) {
  // Now and then a customer whose gold token was just paid moves up to platinum.
  const source = before && isUpgradable(before) && mixed(n, 13) % 60 === 0 ? before : null;
  const status = source ? 'completed' : statusOf(n);
  const type = source ? 'platinum' : typeOf(n);
  const customer = source ? source.customer : 1 + (mixed(n, 14) % customers);
  const paid = status === 'completed' || status === 'refunded';
  const amount = source ? UPGRADE_PRICE : PRICES[type];
  const sale = { n, at, type, status, customer, seller: sellerOf(customer), amount, paid, source, publicId: publicIdOf(n) };
  sale.paidAt = paid ? at + (2 + (mixed(n, 15) % 90)) * MINUTE : null;
  sale.refunded = refundedOf(sale);
  sale.token = paid ? tokenOf(type, (state[type] += 1)) : null;
  sale.receipt = paid ? (state.receipt += 1) : null;
  sale.attempts = attemptsOf(sale, state);
  return sale;
}

function isUpgradable(sale) {
  return sale.type === 'gold' && sale.status === 'completed' && sale.refunded === 0;
}

function refundedOf({ n, status, amount }) {
  if (status === 'refunded') return amount;
  return status === 'completed' && mixed(n, 16) % 100 === 0 ? Math.floor(amount / 10) : 0;
}

function tokenOf(type, sequence) {
  return { number: `${PREFIXES[type]}-${String(sequence).padStart(6, '0')}`, sequence };
}

/** One in twenty was refused at first; two in five links that nobody has opened have no page at the bank yet. */
function attemptsOf({ n, at, status, paid, amount, paidAt }, state) {
  if (status === 'pending' && mixed(n, 17) % 5 < 2) return [];
  const attempts = [];
  const add = (fields) =>
    attempts.push({
      id: (state.attempt += 1),
      number: attempts.length + 1,
      invoice: `TD${lettersOf(n, 300 + 40 * attempts.length, BANK_LETTERS, 18)}`,
      amount,
      at: at + attempts.length * MINUTE,
      txn: null,
      code: null,
      ...fields,
    });
  if (paid && mixed(n, 18) % 20 === 0) add({ status: 'failed', code: '039' });
  if (paid) add({ status: 'captured', code: '000', txn: `7${String(n).padStart(12, '0')}`, paidAt });
  else if (status === 'failed') add({ status: 'failed', code: '039' });
  else if (status === 'cancelled') add({ status: 'cancelled', code: '020' });
  else add({ status: 'open' });
  return attempts;
}

export { FAR };
