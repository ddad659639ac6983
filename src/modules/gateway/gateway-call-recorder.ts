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

/** Records every exchange with the bank. Never throws: a failed write must not turn an answer of the bank into an error. */
export abstract class GatewayCallRecorder {
  abstract record(call: GatewayCall): Promise<void>;
  /** Resolves once all records so far are written, or lost. */
  abstract settled(): Promise<void>;
}
