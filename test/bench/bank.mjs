// The bank of the benchmark: opens invoices, answers STATUS by its delay, signed, and counts what it is asked.
import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import { Ledger } from './bank-ledger.mjs';

const { BANK_PORT, BANK_MERCHANT, BANK_SECRET } = process.env;
const INVOICE_PATH = '/paymentInvoiceService';

/** Changed by POST /control. */
const state = {
  delayMs: 0,
  slowMs: 0,
  slowShare: 0,
  status: 'SUC',
  asked: 0,
  firstAt: 0,
  lastAt: 0,
  open: 0,
  mostOpen: 0,
};

/** Values of the filled fields in the order of their names, with nothing in between. */
function signed(fields) {
  const names = Object.keys(fields).sort();
  const message = names.map((name) => fields[name]).join('');
  return { ...fields, secureHash: createHmac('sha256', BANK_SECRET).update(message).digest('hex') };
}

const ledger = new Ledger(signed, `http://127.0.0.1:${BANK_PORT}`);

/** What the customers of the benchmark do at the bank, and what its benchmark asks of it. */
const LEDGER = {
  '/decide': (wish) => ledger.decide(wish),
  '/book': () => ledger.book(),
  '/clear': () => ledger.clear(),
};

function tellLedger(path, body, response) {
  try {
    response.end(JSON.stringify(LEDGER[path](body === '' ? {} : JSON.parse(body)) ?? {}));
  } catch (error) {
    response.writeHead(409).end(String(error));
  }
}

/** @returns `{ message, isLost }` */
function answerTo(path, contentType, body) {
  const fields = contentType?.startsWith('application/json') ? JSON.parse(body) : Object.fromEntries(new URLSearchParams(body));
  if (path.endsWith(INVOICE_PATH)) return ledger.open(fields);
  return ledger.status(fields.originalTxnNo) ?? { message: statusOf(new URLSearchParams(body)), isLost: false };
}

function statusOf(form) {
  const reference = form.get('originalTxnNo');
  const paid = state.status === 'SUC';
  return signed({
    responseCode: '0000',
    respDescription: 'Request processed successfully',
    merchantID: BANK_MERCHANT,
    merchantTxnNo: reference,
    originalTxnNo: reference,
    txnStatus: state.status,
    txnResponseCode: paid ? '0000' : 'R1000',
    txnRespDescription: paid ? 'Transaction successful' : 'Transaction in progress',
    txnID: `B${reference.slice(2)}`,
    paymentID: `P${reference.slice(2)}`,
    // The notice named the amount, and the bank of the benchmark believes it.
    amount: state.amounts?.[reference] ?? '51000.00',
    paymentMode: 'UPI',
    paymentDateTime: '20261115101500',
    transactionType: 'SALE',
  });
}

const server = createServer((request, response) => {
  let body = '';
  request.setEncoding('utf8').on('data', (text) => (body += text));
  request.on('end', () => {
    if (request.url === '/control') return void response.end(JSON.stringify(control(body)));
    if (request.url in LEDGER) return tellLedger(request.url, body, response);
    state.asked += 1;
    state.firstAt ||= performance.now();
    state.open += 1;
    state.mostOpen = Math.max(state.mostOpen, state.open);
    // Every so many instead of by chance, so that runs are alike.
    const isSlow = state.slowShare > 0 && state.asked % Math.round(1 / state.slowShare) === 0;
    const send = () => {
      state.lastAt = performance.now();
      state.open -= 1;
      const { message, isLost } = answerTo(request.url, request.headers['content-type'], body);
      if (isLost) return void request.socket.destroy();
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify(message));
    };
    const delay = isSlow ? state.slowMs : state.delayMs;
    if (delay > 0) setTimeout(send, delay);
    else send();
  });
});

function control(body) {
  const wish = body === '' ? {} : JSON.parse(body);
  const { asked, firstAt, lastAt, mostOpen } = state;
  if (body !== '') Object.assign(state, { asked: 0, firstAt: 0, lastAt: 0, mostOpen: 0 }, wish);
  return { asked, seconds: (lastAt - firstAt) / 1000, mostOpen };
}

server.keepAliveTimeout = 60_000;
server.listen(Number(BANK_PORT), '127.0.0.1');
process.on('SIGTERM', () => process.exit(0));
