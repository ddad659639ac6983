import { secureHashV1, secureHashV2 } from '../../domain/bank-hash/secure-hash.js';
import type { SignedRequest } from './exchange.js';

export type RequestFields = Readonly<Record<string, string | undefined>>;
interface Signing {
  readonly secretKey: string;
  readonly hashVersion: 'v1' | 'v2';
}

const FORM = 'application/x-www-form-urlencoded';
const JSON_TYPE = 'application/json';

/**
 * Builds a signed body. Empty fields are left out, since integrators who sent them got P1006. V2 signs the exact JSON text, so it
 * is sent as JSON, names in alphabetical order, whatever format V1 would use.
 */
export function signRequest(fields: RequestFields, signing: Signing, format: 'json' | 'form'): SignedRequest {
  const sent = withoutEmpties(fields);
  if (signing.hashVersion === 'v2') {
    const body = JSON.stringify(sent);
    return { body, contentType: JSON_TYPE, hashHeader: secureHashV2(body, signing.secretKey) };
  }
  const signed = { ...sent, secureHash: secureHashV1(sent, signing.secretKey) };
  if (format === 'json') return { body: JSON.stringify(signed), contentType: JSON_TYPE };
  return { body: new URLSearchParams(signed).toString(), contentType: FORM };
}

function withoutEmpties(fields: RequestFields): Record<string, string> {
  const sent: Record<string, string> = {};
  for (const name of Object.keys(fields).sort()) {
    const value = fields[name];
    if (value !== undefined && value !== '') sent[name] = value;
  }
  return sent;
}
