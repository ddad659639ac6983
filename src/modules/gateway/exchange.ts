/** The bank may or may not have acted on the request. */
export type UnknownReason = 'timeout' | 'network' | 'http' | 'unreadable' | 'bad-hash' | 'rate-limited';
/** The request certainly never reached the bank. */
export type NotSentReason = 'connection-refused' | 'dns' | 'tls' | 'unreachable' | 'no-merchant';

export interface NotSent {
  kind: 'not-sent';
  reason: NotSentReason;
  detail: string;
}

export interface Unknown<Reason extends string = UnknownReason> {
  kind: 'unknown';
  reason: Reason;
  /** For staff and the audit trail; never holds a secret or personal data. */
  detail: string;
  retryAfterSeconds?: number;
  /** The code of an answer that is not verified or not final; a hint, never evidence. */
  code?: string;
}

export interface Answered {
  kind: 'answered';
  httpStatus: number;
  text: string;
  /** The V2 hash of the body, if the bank sent one. */
  hashHeader: string | null;
}

/** The outcome of one HTTP exchange; `httpStatus` of a failure is set only when the bank sent one. */
export type Exchange = Answered | ((Unknown | NotSent) & { httpStatus: number | null; text: string });

export interface SignedRequest {
  body: string;
  contentType: string;
  /** Set in V2, where the body carries no hash. */
  hashHeader?: string;
}
