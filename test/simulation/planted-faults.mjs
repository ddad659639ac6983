// Faults of the kind that this product has had or could have, each as edits of its source. `npm run simulate -- --planted` plants
// them one at a time in a throw-away copy; the simulator has to find each (docs/reliability.md has the seed that did).

const PAYMENTS = 'src/modules/payments';
const REFUNDS = 'src/modules/refunds';

/** @type {{ name: string, what: string, edits: [file: string, search: string, replace: string][], engine?: 'mariadb' }[]} */
export const PLANTED_FAULTS = [
  {
    name: 'late-upgrade-refunded',
    what: 'late money completes the upgrade of a token that was refunded',
    edits: [
      [
        'src/domain/upgrade/upgrade-rules.ts',
        "return denial === 'already_upgraded' ? 'upgrade_duplicate' : 'upgrade_source_refunded';",
        "return denial === 'already_upgraded' ? 'upgrade_duplicate' : null;",
      ],
    ],
  },
  {
    name: 'late-upgrade-duplicate',
    what: 'late money completes a second upgrade of one token',
    edits: [
      [
        'src/domain/upgrade/upgrade-rules.ts',
        "return denial === 'already_upgraded' ? 'upgrade_duplicate' : 'upgrade_source_refunded';",
        "return denial === 'already_upgraded' ? null : 'upgrade_source_refunded';",
      ],
      ['src/modules/upgrades/upgrades.repository.ts', 'completedSourceId,\n      notes: null,', 'notes: null,'],
    ],
  },
  {
    name: 'check-then-act',
    what: 'what is left to refund is read before the transaction that takes it',
    edits: [
      [
        `${REFUNDS}/refund-request.service.ts`,
        '  order(order: RefundOrder, leaseMs: number): Promise<Intent> {\n    return',
        '  async order(order: RefundOrder, leaseMs: number): Promise<Intent> {\n    Object.assign(order, { seen: await this.queries.findCapture(order.paymentId, order.duplicateChargeId) });\n    return',
      ],
      [
        `${REFUNDS}/refund-reservations.ts`,
        'const capture = await this.queries.findCapture(order.paymentId, order.duplicateChargeId);\n    const subject',
        'const capture = (order as unknown as { seen: Capture | null }).seen;\n    const subject',
      ],
      [`${REFUNDS}/refund-reservations.ts`, 'if (isReserved) subject.reserved -= order.amount;', ''],
      [
        `${PAYMENTS}/payments.repository.ts`,
        "status = 'completed' AND refund_reserved + :paise <= amount",
        "status = 'completed' AND :paise > 0",
      ],
      [
        `${PAYMENTS}/attempts.repository.ts`,
        "status = 'captured' AND refund_reserved + :paise <= amount",
        "status = 'captured' AND :paise > 0",
      ],
    ],
  },
  {
    name: 'lost-lease',
    what: 'a lease keeps nobody away from an attempt',
    edits: [['src/database/lease-table.ts', '(lease_until IS NULL OR lease_until <= ?', '(1 = 1 OR lease_until <= ?']],
  },
  {
    name: 'advice-completes',
    what: 'the bank’s message completes a payment without STATUS',
    edits: [
      [
        `${PAYMENTS}/callbacks/bank-callback.service.ts`,
        'import { StatusChecker }',
        "import { PaymentTransitions } from '../transitions/payment-transitions.service.js';\nimport { StatusChecker }",
      ],
      [
        `${PAYMENTS}/callbacks/bank-callback.service.ts`,
        'private readonly limiter: RateLimiter,',
        'private readonly limiter: RateLimiter,\n    private readonly transitions: PaymentTransitions,',
      ],
      [
        `${PAYMENTS}/callbacks/bank-callback.service.ts`,
        'const { attemptId, receivedAt } = notice;',
        "const { attemptId, receivedAt } = notice;\n    const fields = new URLSearchParams(rawBody);\n    if (attemptId !== null && notice.paymentId !== null && fields.get('responseCode') === '0000')\n      await this.transitions.apply(notice.paymentId, attemptId, { kind: 'captured', txnId: fields.get('txnID') ?? '', amount: Math.round(Number(fields.get('amount')) * 100), currency: null }, channel);",
      ],
    ],
  },
  {
    name: 'counter-not-folded',
    what: 'a change of status is not counted',
    edits: [
      [
        `${PAYMENTS}/transitions/status-writer.ts`,
        'await this.counters.statusChanged(before, payment);',
        'void before;',
      ],
    ],
  },
  {
    name: 'closed-twice',
    what: 'an attempt that has ended is ended again',
    edits: [
      [
        `${PAYMENTS}/transitions/payment-transitions.service.ts`,
        'status && found && (isOpen(found) || isUnanswered(found));',
        'status && found;',
      ],
    ],
  },
  {
    name: 'refund-new-reference',
    what: 'a refund is sent again under a new reference',
    edits: [
      [`${REFUNDS}/refund-bank.ts`, 'import', "import { newBankReference } from '../../runtime/ids.js';\nimport"],
      [
        `${REFUNDS}/refund-bank.ts`,
        'const { bankReference: refundRef, amount: amountPaise } = refund;',
        "const { amount: amountPaise } = refund;\n    const refundRef = refund.checkCount > 0 ? newBankReference('RF') : refund.bankReference;",
      ],
    ],
  },
  {
    name: 'mail-before-commit',
    what: 'a mail leaves before what it tells is committed',
    edits: [
      [
        'src/mail/mail-outbox.ts',
        'await this.uow.afterCommit(() => this.sender.kick());',
        'this.sender.kick();\n      await new Promise((resolve) => setImmediate(resolve));',
      ],
    ],
  },
  {
    name: 'late-success-dropped',
    what: 'money on an attempt that was given up is dropped',
    edits: [
      [
        'src/domain/payment/payment-decisions.ts',
        "  if (isPaid(status)) return { verdict: 'excess'",
        "  if (!attempt.isOpen) return { verdict: 'ignored', reason: 'attempt_closed' };\n  if (isPaid(status)) return { verdict: 'excess'",
      ],
    ],
  },
  {
    name: 'excess-second-token',
    what: 'a second capture of a paid payment issues another token',
    edits: [
      [
        'src/domain/payment/payment-decisions.ts',
        "if (isPaid(status)) return { verdict: 'excess', review: 'excess_capture', onSameInvoice: false };",
        '',
      ],
    ],
  },
  {
    name: 'price-of-request',
    what: 'the price is taken from the request',
    edits: [
      [
        `${PAYMENTS}/links/create-link.service.ts`,
        "if (order.amount !== tier.price) throw new Refusal('AMOUNT_MISMATCH');",
        'void 0;',
      ],
      [`${PAYMENTS}/links/create-link.service.ts`, 'amount: tier.price,', 'amount: order.amount,'],
    ],
  },
  {
    name: 'token-outside-transaction',
    what: 'the receipt is written by a transaction of its own, after the payment’s',
    edits: [
      [
        `${PAYMENTS}/transitions/status-writer.ts`,
        "const receiptNumber = to === 'completed' ? await this.receipts.issue(payment) : null;",
        "const receiptNumber = null;\n    if (to === 'completed') await this.receipts['uow'].afterCommit(() => this.receipts['uow'].run(() => this.receipts.issue(payment)).then(() => undefined));",
      ],
    ],
  },
  {
    name: 'switch-before-transaction',
    what: 'the refund switch is read before the transaction that relies on it',
    // On SQLite the next transaction waits for the one connection before anybody else can ask for it.
    engine: 'mariadb',
    edits: [
      [
        `${REFUNDS}/refund-request.service.ts`,
        '  order(order: RefundOrder, leaseMs: number): Promise<Intent> {\n    return',
        '  async order(order: RefundOrder, leaseMs: number): Promise<Intent> {\n    await this.uow.run(() => this.refundSwitch.requireOn());\n    return',
      ],
      [`${REFUNDS}/refund-request.service.ts`, 'await this.refundSwitch.requireOn();\n      const', 'const'],
    ],
  },
  {
    name: 'timeout-is-refusal',
    what: 'a refund whose answer was lost counts as refused',
    edits: [
      [
        `${REFUNDS}/refund-bank.ts`,
        "    case 'unknown':\n      return unclear(result);\n  }\n}\n\nfunction readAsked",
        "    case 'unknown':\n      return { kind: 'rejected', code: 'timeout', text: 'No answer' };\n  }\n}\n\nfunction readAsked",
      ],
    ],
  },
  {
    name: 'reservation-kept',
    what: 'a refused refund keeps its money reserved on the capture',
    edits: [
      [`${REFUNDS}/refund-reservations.ts`, 'await this.attempts.releaseRefund(refund.attemptId, refund.amount);', ''],
    ],
  },
  {
    name: 'second-capture-ignored',
    what: 'a second payment on one invoice is ignored',
    edits: [
      [
        'src/domain/payment/payment-decisions.ts',
        "return { verdict: 'excess', review: 'excess_capture', onSameInvoice: true };",
        "return { verdict: 'ignored', reason: 'already_captured' };",
      ],
    ],
  },
  {
    name: 'refund-beside-upgrade',
    what: 'an open upgrade does not block the refund of its token',
    edits: [
      ['src/domain/refund/refund-rules.ts', "return subject.hasOpenUpgrade ? 'upgrade_open' : null;", 'return null;'],
    ],
  },
  {
    name: 'expired-link-paid',
    what: 'a payment is started on an expired link',
    edits: [
      [
        `${PAYMENTS}/checkout/bank-pages.service.ts`,
        "if (isLinkExpired(payment.expiresAt, this.clock.now())) throw new Refusal('LINK_EXPIRED');",
        'void isLinkExpired;',
      ],
    ],
  },
  {
    name: 'reversal-dropped',
    what: 'a reversal after the capture is not shown to anybody',
    edits: [
      [
        'src/domain/payment/payment-decisions.ts',
        "if (attempt?.status === 'captured') return { verdict: 'refused', review: 'bank_reversal' };",
        '',
      ],
    ],
  },
  {
    name: 'other-amount-completes',
    what: 'another amount than the price completes a payment',
    edits: [
      [
        'src/domain/payment/payment-decisions.ts',
        "  if (evidence.amount !== attempt.amount || evidence.amount !== situation.amount) {\n    return { verdict: 'refused', review: 'amount_mismatch' };\n  }\n",
        '',
      ],
    ],
  },
  {
    name: 'gold-stays-upgraded',
    what: 'the gold token is not given back when its upgrade is refunded',
    edits: [['src/modules/upgrades/upgrade-tokens.ts', "await this.tokens.setStatus(source.id, 'active');", '']],
  },
  {
    name: 'cancelled-at-bank',
    what: 'a link is cancelled although its customer may be paying',
    edits: [
      [
        'src/domain/payment/link-care.ts',
        "return isAtBank(link) && !link.isUnpaidAtBank ? 'at_bank' : null;",
        'return null;',
      ],
      [
        'src/domain/payment/payment-decisions.ts',
        "if (isAtBank(situation) && !isAnsweredSinceSent(situation, unpaidAt))\n    return { verdict: 'ignored', reason: 'at_bank' };",
        '',
      ],
    ],
  },
  {
    name: 'unsigned-answer-believed',
    what: 'a STATUS answer counts without the bank’s signature',
    edits: [
      [
        'src/modules/gateway/status-answer.ts',
        "if (answer.signature !== 'valid') return badHash(answer.signature, code);",
        'void badHash;',
      ],
    ],
  },
  {
    name: 'sold-beyond-limit',
    what: 'a link is made although no unit of its tier is left',
    edits: [
      [
        'src/modules/quota/quota-counters.repository.ts',
        "mustFit ? 'reserved + sold < unit_limit' : '1 = 1'",
        "'1 = 1'",
      ],
    ],
  },
  {
    name: 'sold-out-not-asked',
    what: 'late money completes a payment although the last unit was sold',
    edits: [
      [
        `${PAYMENTS}/transitions/effects.ts`,
        "return (await this.writer.isSoldOut(payment)) ? 'quota_sold_out' : null;",
        'return null;',
      ],
      ['src/domain/quota/quota-rules.ts', 'sold: 1, mustFit: !held }', 'sold: 1, mustFit: false }'],
    ],
  },
  {
    name: 'waiting-money-taken-again',
    what: 'a link is renewed although its money waits for a decision',
    edits: [
      [
        `${PAYMENTS}/links/sale-money.ts`,
        "if (payment.paymentType !== 'upgrade' && (await this.attempts.hasExcess(payment.id)))\n      throw linkRefusal('money_waits');",
        '',
      ],
    ],
  },
  {
    name: 'default-merchant',
    what: 'attempts of every project are at the default merchant',
    edits: [[`${PAYMENTS}/attempts.repository.ts`, '(SELECT j.merchant_profile FROM', '(SELECT NULL FROM']],
  },
  {
    name: 'first-version',
    what: 'the first version of a project’s catalogue stays in force',
    edits: [
      [
        'src/domain/catalogue/catalogue-rules.ts',
        'const number = versionInForce(own, today);',
        'const number = own[0] && versionInForce(own.slice(0, 1), today);',
      ],
    ],
  },
  {
    name: 'units-by-medal',
    what: 'the units of a tier with a code of its own are counted for its medal',
    edits: [
      [
        'src/modules/quota/quota-units.service.ts',
        'const moves = unitMoves({ tierCode: tierCodeOf(payment),',
        'const moves = unitMoves({ tierCode: payment.tokenType,',
      ],
      [
        'src/modules/quota/quota-units.service.ts',
        'this.counters.lock(projectId, tierCodeOf(payment))',
        'this.counters.lock(projectId, payment.tokenType)',
      ],
      [
        'src/modules/quota/quota-units.service.ts',
        'tierCode: tierCodeOf(payment),\n      upgradeFrom: isUpgrade',
        'tierCode: payment.tokenType,\n      upgradeFrom: isUpgrade',
      ],
    ],
  },
  {
    name: 'corrected-to-the-medal',
    what: 'a corrected link is of the tier whose code is the medal',
    edits: [
      [
        `${PAYMENTS}/links/link-creator.service.ts`,
        'tokenType,\n      tierCode,\n      paymentType,\n      amount,\n      referenceType',
        'tokenType,\n      tierCode: null,\n      paymentType,\n      amount,\n      referenceType',
      ],
    ],
  },
  {
    name: 'upgrade-frees-the-medal',
    what: 'a paid upgrade gives back a unit of the medal in place of its tier',
    edits: [
      [
        'src/modules/quota/quota-units.service.ts',
        'upgradeFrom: isUpgrade ? await this.counters.tierBeforeUpgrade(payment.id) : null,',
        "upgradeFrom: isUpgrade ? (await this.counters.tierBeforeUpgrade(payment.id)) && 'gold' : null,",
      ],
    ],
  },
  {
    name: 'older-terms',
    what: 'an agreement to older terms counts',
    edits: [
      [
        'src/modules/terms/consents.service.ts',
        "if (verdict.kind === 'stale') throw new Refusal('TERMS_CHANGED');",
        '',
      ],
    ],
  },
];
