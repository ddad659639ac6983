import { isRefundReference } from '../../../runtime/ids.js';
import { isFailureCode, type Notice } from '../../gateway/index.js';
import type { AttemptCallbackFacts, ReferencedAttempt } from '../attempt-facts.js';

/** What the callbacks of one unit of work change on their attempts. */
export class AttemptChanges {
  private readonly changes = new Map<number, AttemptCallbackFacts>();

  constructor(
    private readonly named: Map<string, ReferencedAttempt>,
    private readonly denied: ReadonlySet<number>,
    /** Attempts with a callback that claims no failure. */
    private readonly withNonFailure: Set<number>,
  ) {}

  /** @param isRepeated the message has been stored before */
  about(attempt: ReferencedAttempt, notice: Notice, isRepeated: boolean): void {
    // A success of a captured transaction adds nothing, unless the bank has denied it; a failure after it may be a reversal.
    const { claimsSuccess, responseCode, txnId } = notice.known;
    const isKnown = attempt.status === 'captured' && (!txnId || txnId === attempt.bankTxnId);
    if (isKnown && claimsSuccess && !this.denied.has(attempt.id)) return;
    if (!isRepeated && !isFailureCode(responseCode ?? '')) this.withNonFailure.add(attempt.id);
    const bankMerchantTxnNo =
      this.foreignReference(attempt, notice, isRepeated) ?? this.changes.get(attempt.id)?.bankMerchantTxnNo;
    this.changes.set(attempt.id, { id: attempt.id, bankMerchantTxnNo: bankMerchantTxnNo ?? null });
  }

  all(): AttemptCallbackFacts[] {
    return [...this.changes.values()].sort((one, other) => one.id - other.id);
  }

  /**
   * The bank's own number for the payment, never one of ours: a re-split message must not point at another payment. Messages come in any
   * order: one that repeats, or tells of a try that failed, may be about an earlier try than the number that is stored. A failure that is
   * claimed may be none: it counts where nothing better was told, or of the very transaction that was captured.
   */
  private foreignReference(attempt: ReferencedAttempt, notice: Notice, isRepeated: boolean): string | null {
    const name = notice.ok ? notice.known.merchantTxnNo : undefined;
    if (!name || name === attempt.invoiceNo || this.named.has(name) || isRefundReference(name)) return null;
    const stored = this.changes.get(attempt.id)?.bankMerchantTxnNo ?? attempt.bankMerchantTxnNo;
    const { responseCode, txnId } = notice.known;
    const isOfCapture = txnId !== undefined && txnId === attempt.bankTxnId;
    const mayBeOfEarlier = isFailureCode(responseCode ?? '') && !isOfCapture && this.withNonFailure.has(attempt.id);
    if (stored && (isRepeated || mayBeOfEarlier)) return null;
    this.named.set(name, attempt);
    return name;
  }
}
