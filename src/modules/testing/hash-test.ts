import { OFFICE_MESSAGES } from '../../contracts/messages-office.js';
import type { HashTest } from '../../contracts/testing.js';
import { explainMismatch } from '../../domain/bank-hash/secure-hash-explain.js';
import { hashMessageV1, HashInputError, secureHashV1, verifySecureHash } from '../../domain/bank-hash/secure-hash.js';
import { DOCUMENTED_EXAMPLE, recompute } from './documented-vectors.js';
import { Refusal } from '../../runtime/refusal.js';

const MAX_FIELDS = 100;

export interface HashTestKey {
  secretKey: string;
  hashVersion: 'v1' | 'v2';
  /** False: the digest is not shown. */
  showsDigest: boolean;
}

/**
 * The V1 hash of a payload, compared with the expected one (`expectedHash`, else the payload's own `secureHash`), and the
 * documented example.
 * @throws PAYLOAD_NOT_HASHABLE on anything but a flat, non-empty object
 */
export function testHash(payload: unknown, key: HashTestKey): HashTest {
  const { fields, expected } = readPayload(payload);
  const [message, digest] = hashed(fields, key.secretKey);
  const match = expected === null ? null : verifySecureHash(expected, digest);
  const example = recompute(DOCUMENTED_EXAMPLE);
  return {
    hashVersion: key.hashVersion,
    messageString: message,
    messageLength: message.length,
    generatedHash: key.showsDigest ? digest : null,
    generatedLength: digest.length,
    expectedHash: expected,
    expectedLength: expected?.length ?? null,
    match,
    causes: expected === null || match ? [] : explainMismatch(fields, key.secretKey, expected),
    docMessageString: example.messageString,
    docGeneratedHash: example.generatedHash,
    docExpectedHash: example.expectedHash,
    docMatch: example.match,
  };
}

interface Payload {
  fields: Record<string, unknown>;
  expected: string | null;
}

function readPayload(payload: unknown): Payload {
  if (typeof payload !== 'object' || payload === null || Array.isArray(payload)) {
    throw new Refusal('PAYLOAD_NOT_HASHABLE', { details: { payload: OFFICE_MESSAGES.testing.payloadUnreadable } });
  }
  const { expectedHash, ...fields } = payload as Record<string, unknown>;
  if (Object.keys(fields).length > MAX_FIELDS)
    throw new Refusal('PAYLOAD_NOT_HASHABLE', { details: { payload: OFFICE_MESSAGES.testing.tooManyFields } });
  const expected = expectedHash ?? fields.secureHash ?? fields.securehash ?? null;
  if (expected === null || expected === '') return { fields, expected: null };
  if (typeof expected !== 'string' || !/^\s*[0-9a-f]{1,128}\s*$/i.test(expected)) {
    throw new Refusal('PAYLOAD_NOT_HASHABLE', { details: { expectedHash: OFFICE_MESSAGES.testing.notHex } });
  }
  // A digest of another length is a finding, not an input error: hex of hex has 128 digits.
  return { fields, expected: expected.trim() };
}

function hashed(fields: Record<string, unknown>, secretKey: string): [message: string, digest: string] {
  try {
    return [hashMessageV1(fields), secureHashV1(fields, secretKey)];
  } catch (error) {
    if (error instanceof HashInputError)
      throw new Refusal('PAYLOAD_NOT_HASHABLE', { details: { payload: error.message } });
    throw error;
  }
}
