/** What the test pages show. Amounts are rupees, times ISO 8601 in UTC; nothing here is a sale. */

/** Fields of an exchange with the bank as they may be shown: no key, whole hash, e-mail, name or whole phone number. */
export type ShownFields = Record<string, string | boolean | null>;

/** The bank's return of a test payment, as stored. */
export interface TestReturn {
  reference: string;
  receivedAt: string;
  hashValid: boolean;
  /** Why the message is not believed, e.g. `bad_hash`; null when it is well formed. */
  problem: string | null;
  responseCode: string | null;
  responseText: string;
  fields: ShownFields;
}

/** POST /api/payments/test-link */
export interface TestLink {
  reference: string;
  amount: number;
  currency: 'INR';
  /** The bank's page for it. */
  paymentUrl: string;
  responseCode: string;
  responseText: string;
}

/** What came of one question to the bank. */
export interface BankAnswer {
  reference: string;
  /** Null when no answer came. */
  httpStatus: number | null;
  durationMs: number | null;
  /** How the product reads the answer, e.g. `not-found`, `unknown`. */
  outcome: string;
  code: string | null;
  text: string | null;
  /** Null when there was nothing to judge. */
  hashValid: boolean | null;
  request: ShownFields;
  response: ShownFields;
}

/** POST /api/payments/test-status */
export interface TestStatus extends BankAnswer {
  /** `mismatch`: the bank confirms a payment, of another amount. */
  state: 'paid' | 'mismatch' | 'declined' | 'cancelled' | 'pending' | 'not-found' | 'unclear';
  amount: number | null;
  txnId: string | null;
}

/** POST /api/payments/test-icici-hash */
export interface HashTest {
  hashVersion: 'v1' | 'v2';
  messageString: string;
  messageLength: number;
  /** Only while the sandbox's published key is in use: no digest made with a merchant's own key is ever shown. */
  generatedHash: string | null;
  generatedLength: number;
  /** As given by the caller. */
  expectedHash: string | null;
  expectedLength: number | null;
  match: boolean | null;
  /** Known mistakes that lead to the expected hash. */
  causes: { cause: string; hint: string }[];
  /** The documented example, computed here with its published key. */
  docMessageString: string;
  docGeneratedHash: string;
  docExpectedHash: string;
  docMatch: boolean;
}

/** POST /api/payments/test-icici-documentation */
export interface DocumentationTest {
  vectors: DocumentedResult[];
  allMatch: boolean;
}

export interface DocumentedResult {
  id: string;
  title: string;
  messageString: string;
  expectedHash: string;
  generatedHash: string;
  match: boolean;
}

/** POST /api/payments/test-icici-complete-flow */
export interface CompleteFlowTest {
  reference: string;
  steps: FlowStep[];
  passed: boolean;
}

export interface FlowStep {
  name: string;
  state: 'ok' | 'failed' | 'skipped';
  detail: string;
  fields: ShownFields | null;
}
