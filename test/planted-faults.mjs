// npm run test:planted [-- 7 12 | money | access | pages]: plants small faults, one by one, in a copy of the working tree and demands that the
// named spec notices each. test/README.md lists them. A fault that survives is a test that is missing.
import { spawn, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ensureBuilt, root } from '../cli/scripts/building.mjs';

/** What is wrong, where, the text and what stands in its place, and the spec that has to fail. */
const fault = (what, file, text, instead, spec) => ({ what, file, text, instead, spec });

const FAULTS = {
  money: [
    fault(
      'half a rupee is read as five paise',
      'src/domain/money/money.ts',
      "fraction.padEnd(2, '0')",
      "fraction.padStart(2, '0')",
      'src/domain/domain-values.spec.ts',
    ),
    fault(
      'a refund may take what other refunds hold',
      'src/domain/refund/refund-amount.ts',
      'return amount > refundable(of.captured, of.reserved)',
      'return amount > of.captured',
      'src/domain/refund/refund-amount.spec.ts',
    ),
    fault(
      'one refund that the bank has settled counts for all that are on their way',
      'src/modules/payments/payments.repository.ts',
      "const refundedAmount = () => 'refunded_amount + :paise';",
      "const refundedAmount = () => 'refund_reserved';",
      'test/faults/refunds.spec.ts',
    ),
    fault(
      'a refused refund of a payment stays reserved',
      'src/modules/refunds/refund-reservations.ts',
      'if (!attempt.excess) await this.payments.releaseRefund',
      'if (attempt.excess) await this.payments.releaseRefund',
      'test/flows/refunds.spec.ts',
    ),
    fault(
      'a capture of another amount completes the payment',
      'src/domain/payment/payment-decisions.ts',
      'evidence.amount !== attempt.amount || evidence.amount !== situation.amount',
      'evidence.amount !== attempt.amount && evidence.amount !== situation.amount',
      'src/domain/payment/payment-decisions.spec.ts',
    ),
    fault(
      'the word of the bank is enough, whatever its code',
      'src/modules/gateway/status-answer.ts',
      'return understood && SUCCESS_CODES.has(code) ?',
      'return understood ?',
      'src/modules/gateway/status-answer.spec.ts',
    ),
    fault(
      'an answer without a signature proves a payment',
      'src/modules/gateway/status-answer.ts',
      "if (answer.signature !== 'valid')",
      "if (answer.signature === 'invalid')",
      'src/modules/gateway/status-answer.spec.ts',
    ),
    fault(
      'a gold token with a refund on its way can be upgraded',
      'src/domain/upgrade/upgrade-rules.ts',
      "if (subject.refundReserved > 0) return 'refund_exists';",
      '',
      'test/flows/upgrades.spec.ts',
    ),
    fault(
      'money of an upgrade that cannot be given completes it',
      'src/domain/payment/payment-decisions.ts',
      "if (completionDenial) return { verdict: 'excess', review: completionDenial, onSameInvoice: false };",
      '',
      'test/faults/late-upgrade-money.spec.ts',
    ),
    fault(
      'revenue is not lessened by refunds',
      'src/modules/payments/payments.repository.ts',
      'refundedAmount: refundedAmount - paise',
      'refundedAmount',
      'test/flows/counters.spec.ts',
    ),
  ],
  access: [
    fault(
      'a seller reads the payments of others',
      'src/modules/payments/payments.queries.ts',
      '.where({ publicId, ...paymentsWithin(scope) })',
      '.where({ publicId })',
      'test/security/foreign-ids.spec.ts',
    ),
    fault(
      'any role opens the pages of admins',
      'src/http/access.guard.ts',
      'roles.includes(principal.role)) return principal;',
      'roles.length > 0) return principal;',
      'test/pages/pages.spec.ts',
    ),
    fault(
      'a code counts for an hour',
      'src/http/step-up.guard.ts',
      'const FRESH_MS = 5 * MINUTE_MS;',
      'const FRESH_MS = 60 * MINUTE_MS;',
      'test/security/step-up.spec.ts',
    ),
    fault(
      'refunds go out while the switch is off',
      'src/modules/refunds/refund-request.service.ts',
      'await this.refundSwitch.requireOn();',
      '',
      'test/flows/refunds.spec.ts',
    ),
    fault(
      'a form token holds for every session',
      'src/http/csrf/csrf-tokens.ts',
      '.update(`${nonce}.${jti ?? ANONYMOUS}`)',
      '.update(`${nonce}.${jti === null ? ANONYMOUS : ANONYMOUS}`)',
      'src/http/csrf/csrf-tokens.spec.ts',
    ),
    fault(
      'forty wrong passwords are free',
      'src/modules/auth/login-throttle.ts',
      'const FREE_FAILURES = 4;',
      'const FREE_FAILURES = 40;',
      'test/security/sign-in.spec.ts',
    ),
    fault(
      'a request may be of two people',
      'src/http/session/session-cookies.ts',
      'one !== null && other !== null && one.userId !== other.userId',
      'one !== null && other !== null && one.userId === -other.userId',
      'test/security/sessions.spec.ts',
    ),
    fault(
      'the way back after sign-in may sign out at once',
      'src/http/next-path.ts',
      '(?:api|build|login|logout|metrics',
      '(?:api|build|login|metrics',
      'src/http/next-path.spec.ts',
    ),
    fault(
      'the number of sessions has no end',
      'src/modules/auth/sessions.service.ts',
      'live.slice(MAX_SESSIONS - 1)',
      'live.slice(MAX_SESSIONS)',
      'test/flows/sessions.spec.ts',
    ),
    fault(
      'a customer’s full name stands on the public page',
      'src/modules/payments/customer-pages/public-payment.presenter.ts',
      "name: firstName(payment.customer?.name ?? ''),",
      "name: payment.customer?.name ?? '',",
      'test/flows/receipts.spec.ts',
    ),
  ],
  pages: [
    fault(
      'a payment whose refund is on its way still speaks of the next steps',
      'resources/components/public/words.ts',
      'return refundedAmount + pendingRefundAmount >= amount;',
      'return refundedAmount >= amount;',
      'test/flows/refund-visibility.spec.ts',
    ),
    fault(
      'the page after a refund names another sum',
      'resources/components/public/refund-head.tsx',
      '? state.refundPending(rupees(payment.pendingRefundAmount))',
      '? state.refundPending(rupees(payment.refundedAmount))',
      'test/flows/refund-visibility.spec.ts',
    ),
    fault(
      'a void token number looks valid',
      'resources/components/public/token-code.tsx',
      'if (!isVoid) return',
      'if (isVoid) return',
      'test/flows/refund-visibility.spec.ts',
    ),
    fault(
      'what the bank said about a failed payment is left out',
      'resources/components/public/bank-said.tsx',
      'if (text === null) return null;',
      "if (text !== '') return null;",
      'test/flows/unclear.spec.ts',
    ),
    fault(
      'paying without a script leads nowhere',
      'resources/components/public/pay-panel.tsx',
      'action={ROUTES.payByForm(payment.paymentId)}',
      'action={ROUTES.payment(payment.paymentId)}',
      'test/pages/pages.spec.ts',
    ),
    fault(
      'the upgrade page of a plain token offers to pay',
      'resources/pages/Public/Upgrade.tsx',
      '{payment.canPay && !isToken ? (',
      '{payment.canPay ? (',
      'test/flows/upgrades.spec.ts',
    ),
    fault(
      'the switch of the language takes any query along',
      'resources/components/public/language-switch.tsx',
      'if (value !== null && form.test(value)) query.set',
      'if (value !== null && form) query.set',
      'test/flows/languages.spec.ts',
    ),
    fault(
      'the last paisa cannot be refunded',
      'src/domain/refund/refund-amount.ts',
      'if (amount > of.captured)',
      'if (amount >= of.captured)',
      'src/domain/refund/refund-amount.spec.ts',
    ),
    fault(
      'the menu offers refunds while they are off',
      'resources/lib/row-subject.ts',
      "const canRefund = status === 'completed' && refundsEnabled;",
      "const canRefund = status === 'completed' && refundsEnabled !== undefined;",
      'resources/lib/row-subject.spec.ts',
    ),
    fault(
      'the script of the payment page does nothing',
      'resources/public/enhance.ts',
      'if (config.payment) enhancePayment(root, config.payment, abort.signal);',
      '',
      'test/browser/customer-pages.spec.ts',
    ),
  ],
};

const chosen = process.argv.slice(2);
const all = Object.entries(FAULTS).flatMap(([kind, faults]) => faults.map((each) => ({ kind, ...each })));
const planted = all.map((each, at) => ({ ...each, number: at + 1 })).filter(isChosen);
let child;
let tree;
for (const signal of ['SIGINT', 'SIGTERM'])
  process.once(signal, () => {
    // What runs in the copy has to end before the copy can go.
    if (!child?.kill(signal)) process.exit(1);
    child.once('close', () => process.exit(1));
  });
process.on('exit', () => tree && rmSync(tree, { recursive: true, force: true, maxRetries: 5 }));
process.exitCode = 1;
await main();

async function main() {
  if (planted.length === 0) return console.error(`no such fault: ${chosen.join(' ')}`);
  for (const each of planted) assertFits(each);
  if (!(await ensureBuilt())) return;
  tree = copyOfTree();
  const specs = [...new Set(planted.map(({ spec }) => spec))];
  const sound = await runSpecs(specs);
  if (sound.failed !== 0) return console.error(`without any fault these fail already:\n${sound.text}`);
  const survivors = [];
  console.log('| | Planted | In | Caught by |\n| --- | --- | --- | --- |');
  for (const each of planted) {
    const caught = await plant(each);
    if (!caught) survivors.push(each.number);
    console.log(`| ${each.number} | ${each.what} | \`${each.file}\` | \`${each.spec}\`: ${caught ?? 'NOBODY'} |`);
  }
  if (survivors.length > 0) console.log(`\nSurvived: ${survivors.join(', ')}`);
  console.log(`${planted.length - survivors.length} passed, ${survivors.length} failed`);
  process.exitCode = survivors.length === 0 ? 0 : 1;
}

/** @returns the first test that failed; undefined when all is green in spite of the fault */
async function plant({ file, text, instead, spec }) {
  const path = join(tree, file);
  const sound = readFileSync(path, 'utf8');
  writeFileSync(
    path,
    sound.replace(text, () => instead),
  );
  try {
    const { failed, text: said } = await runSpecs([spec]);
    // A file that cannot be loaded, or a product that cannot be built, is no test that fails.
    return failed > 0 ? /^ +● ([\x20-\uffff]+)$/m.exec(said)?.[1] : undefined;
  } finally {
    writeFileSync(path, sound);
  }
}

function runSpecs(specs) {
  const { CI: _ci, ...env } = process.env;
  child = spawn(process.execPath, ['test/run.mjs', ...specs], { cwd: tree, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (part) => (text += part));
  return new Promise((resolve) => {
    child.once('close', () => resolve({ text, failed: Number(/(\d+) failed\s*$/.exec(text)?.[1] ?? NaN) }));
  });
}

/** What is committed and what is not yet, the packages as hard links, and what is built: on one disk, where nothing looks for sources. */
function copyOfTree() {
  mkdirSync(join(root, 'data'), { recursive: true });
  const copy = mkdtempSync(join(root, 'data/planted-'));
  const listed = spawnSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: root, encoding: 'utf8' });
  for (const file of listed.stdout.split('\n').filter((name) => name && existsSync(join(root, name)))) {
    mkdirSync(dirname(join(copy, file)), { recursive: true });
    cpSync(join(root, file), join(copy, file));
  }
  spawnSync('cp', ['-al', join(root, 'node_modules'), join(copy, 'node_modules')]);
  // Caches are written in place: a link to one would be the one.
  rmSync(join(copy, 'node_modules/.cache'), { recursive: true, force: true });
  cpSync(join(root, 'dist'), join(copy, 'dist'), { recursive: true });
  return copy;
}

/** A fault that no longer fits its file is out of date, and says so before anything runs. */
function assertFits({ number, file, text }) {
  const found = readFileSync(join(root, file), 'utf8').split(text).length - 1;
  if (found !== 1) throw new Error(`fault ${number} is out of date: ${found} times in ${file}: ${text}`);
}

function isChosen({ kind, number }) {
  return chosen.length === 0 || chosen.includes(kind) || chosen.includes(String(number));
}
