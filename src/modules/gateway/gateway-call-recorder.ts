export interface GatewayCall {
  kind: 'create-invoice' | 'status' | 'refund' | 'settlement-list' | 'settlement-page' | 'settlement-status';
  /** The invoice number, original transaction, refund reference, settlement or day that the call was about. */
  reference: string;
  startedAt: Date;
  durationMs: number;
  /** Null when no answer came. */
  httpStatus: number | null;
  /** E.g. `created`, `refused:400`, `unknown:timeout`. */
  outcome: string;
  requestMasked: string;
  responseMasked: string;
  requestId?: string;
}

/** Keeps a trace of every exchange with the bank. It never throws: a full disk must not turn a paid answer into an error. */
export abstract class GatewayCallRecorder {
  abstract record(call: GatewayCall): Promise<void>;
  /** Until all that was handed in so far is kept, or lost. */
  abstract settled(): Promise<void>;
}
