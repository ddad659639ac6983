export const FAULT_TARGETS = [
  'create',
  'status',
  'refund',
  'return',
  'advice',
  'settlement',
  'settlement-list',
] as const;
export type FaultTarget = (typeof FAULT_TARGETS)[number];

/** Faults of a signed message. */
const MESSAGE_FAULTS = [
  'wrong-hash',
  'missing-hash',
  'upper-hash',
  'other-key',
  'altered-amount',
  'resplit',
  'wrong-merchant',
  'unknown-invoice',
  'amount-without-decimals',
  'repeated-field',
  'wrong-types',
] as const;
/** Faults of a server. */
const SERVER_FAULTS = [
  'http-500',
  'http-502-html',
  'http-403-html',
  'http-429',
  'redirect-30x',
  'empty',
  'truncated',
  'oversize',
  'hang',
  'reset-before',
  'reset-after-commit',
  'slow-drip',
  'code',
] as const;
const CREATE_FAULTS = ['other-host', 'no-link'] as const;
const STATUS_FAULTS = [
  'lag-not-found',
  'different-amount',
  'oth-charge',
  'boolean-oth-charge',
  'err',
  'reversed',
  'unknown-word',
  'req',
  'other-currency',
  'refund-type',
  'no-txn-id',
] as const;
const SETTLEMENT_FAULTS = ['missing-line', 'wrong-amount', 'foreign-line', 'duplicate-line', 'unsettled-page'] as const;
const DELIVERY_FAULTS = ['drop'] as const;

const KINDS: Readonly<Record<FaultTarget, readonly string[]>> = {
  create: [...MESSAGE_FAULTS, ...SERVER_FAULTS, ...CREATE_FAULTS],
  status: [...MESSAGE_FAULTS, ...SERVER_FAULTS, ...STATUS_FAULTS],
  refund: [...MESSAGE_FAULTS, ...SERVER_FAULTS],
  settlement: [...SERVER_FAULTS, ...SETTLEMENT_FAULTS],
  'settlement-list': SERVER_FAULTS,
  return: [...MESSAGE_FAULTS, ...DELIVERY_FAULTS],
  advice: [...MESSAGE_FAULTS, ...DELIVERY_FAULTS],
};

export interface Fault {
  on: FaultTarget;
  kind: string;
  /** Only for calls about this invoice (or refund reference, or settlement). */
  invoiceNo?: string;
  /** Calls left; 0 means every call until faults are cleared. */
  times: number;
  ms?: number;
  /** For server faults: whether the bank acted before. */
  commit: boolean;
  code?: string;
  text?: string;
}

/** The planned faults. */
export class FaultRegistry {
  private faults: Fault[] = [];

  add(fault: Fault): void {
    if (!KINDS[fault.on].includes(fault.kind))
      throw new Error(`no fault "${fault.kind}" on ${fault.on}; there are: ${KINDS[fault.on].join(', ')}`);
    this.faults.push(fault);
  }

  /** Takes the first fault that applies to a call about any of these references, and counts it down. */
  take(on: FaultTarget, ...references: (string | undefined)[]): Fault | undefined {
    const fault = this.faults.find(
      (each) => each.on === on && (each.invoiceNo === undefined || references.includes(each.invoiceNo)),
    );
    if (fault === undefined) return undefined;
    if (fault.times === 1) this.faults = this.faults.filter((each) => each !== fault);
    else if (fault.times > 1) fault.times -= 1;
    return fault;
  }

  list(): readonly Fault[] {
    return this.faults;
  }

  clear(): void {
    this.faults = [];
  }
}
