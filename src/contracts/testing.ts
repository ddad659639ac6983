/** What the test pages show. Amounts are rupees, times ISO 8601 in UTC; nothing here is a sale. */

/** Fields of an exchange with the bank, masked: no key, no whole hash, email address, name or phone number. */
export type ShownFields = Record<string, string | boolean | null>;

/** The bank's return of a test payment, as stored. */
export interface TestReturn {
  /** Invoice number of the test payment. */
  reference: string;
  /** When the return arrived, ISO 8601 UTC. */
  receivedAt: string;
  /** True when the hash of the message is right. */
  hashValid: boolean;
  /** Why the message is not trusted, e.g. `bad_hash`; null when it is well-formed. */
  problem: string | null;
  /** Response code of the message; null without one. */
  responseCode: string | null;
  /** Response text of the message; empty without one. */
  responseText: string;
  /** Fields of the message, masked. */
  fields: ShownFields;
}

/** POST /api/payments/test-link */
export interface TestLink {
  /** Invoice number of the test payment. */
  reference: string;
  /** Amount in rupees. */
  amount: number;
  /** Always `INR`. */
  currency: 'INR';
  /** Address of the bank's payment page. */
  paymentUrl: string;
  /** Response code of the bank. */
  responseCode: string;
  /** Response text of the bank. */
  responseText: string;
}

/** Result of one request to the bank. */
export interface BankAnswer {
  /** Invoice number that the request is about. */
  reference: string;
  /** HTTP status of the answer; null when none came. */
  httpStatus: number | null;
  /** Duration in milliseconds; null when the request was not recorded. */
  durationMs: number | null;
  /** How the product reads the answer, e.g. `not-found` or `unknown`. */
  outcome: string;
  /** Response code of the bank; null without one. */
  code: string | null;
  /** Response text of the bank, or what is wrong with the answer; null without one. */
  text: string | null;
  /** Whether the hash of the answer is right; null when there was none to check. */
  hashValid: boolean | null;
  /** Fields of the request, masked. */
  request: ShownFields;
  /** Fields of the answer, masked. */
  response: ShownFields;
}

/** POST /api/payments/test-status */
export interface TestStatus extends BankAnswer {
  /** `mismatch`: the bank confirms a payment of another amount · `unclear`: no usable answer. */
  state: 'paid' | 'mismatch' | 'declined' | 'cancelled' | 'pending' | 'not-found' | 'unclear';
  /** Amount that the bank confirms, in rupees; null unless it confirms a payment. */
  amount: number | null;
  /** The bank's transaction number; null unless it confirms a payment. */
  txnId: string | null;
}

/** POST /api/payments/test-icici-hash */
export interface HashTest {
  /** Hash version that the product signs with. */
  hashVersion: 'v1' | 'v2';
  /** Message that the V1 hash is computed over. */
  messageString: string;
  /** Length of the message in characters. */
  messageLength: number;
  /**
   * Hash of the payload; null unless the sandbox's published key is in use, since no hash made with a merchant's own
   * key is ever shown.
   */
  generatedHash: string | null;
  /** Length of the hash in characters. */
  generatedLength: number;
  /** Expected hash as the caller gave it; null without one. */
  expectedHash: string | null;
  /** Length of the expected hash in characters; null without one. */
  expectedLength: number | null;
  /** Whether both hashes are equal; null without an expected one. */
  match: boolean | null;
  /** Known mistakes that lead to the expected hash; empty when it matches or none is found. */
  causes: { cause: string; hint: string }[];
  /** Message of the documented example. */
  docMessageString: string;
  /** Hash of the documented example, computed here with its published key. */
  docGeneratedHash: string;
  /** Hash of the documented example as published. */
  docExpectedHash: string;
  /** Whether both hashes of the documented example are equal. */
  docMatch: boolean;
}

/** POST /api/payments/test-icici-documentation */
export interface DocumentationTest {
  /** The documented examples, computed here. */
  vectors: DocumentedResult[];
  /** True when every hash is the published one. */
  allMatch: boolean;
}

/** One documented example. */
export interface DocumentedResult {
  /** Id of the example. */
  id: string;
  /** What the example shows. */
  title: string;
  /** Message that the hash is computed over. */
  messageString: string;
  /** Hash as published. */
  expectedHash: string;
  /** Hash as computed here. */
  generatedHash: string;
  /** Whether both hashes are equal. */
  match: boolean;
}

/** POST /api/payments/test-icici-complete-flow */
export interface CompleteFlowTest {
  /** Invoice number of the test payment. */
  reference: string;
  /** The steps in their order. */
  steps: FlowStep[];
  /** True when every step is `ok`. */
  passed: boolean;
}

/** One step of the complete flow. */
export interface FlowStep {
  /** Name of the step. */
  name: string;
  /** `skipped`: a step before it failed. */
  state: 'ok' | 'failed' | 'skipped';
  /** What happened, in a sentence. */
  detail: string;
  /** Fields that were sent or received, masked; null where there are none. */
  fields: ShownFields | null;
}
