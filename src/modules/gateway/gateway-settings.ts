/** Settings of the gateway; the composition root provides a value under this class as token. */
export abstract class GatewaySettings {
  /** Without a trailing slash, e.g. `https://pgpay.icicibank.com/pg`. */
  abstract readonly baseUrl: string;
  abstract readonly merchantId: string;
  abstract readonly secretKey: string;
  /** Verifies answers besides the current key; never signs. */
  abstract readonly previousSecretKey?: string | null;
  /** Only merchants under an aggregator have one. */
  abstract readonly aggregatorId?: string;
  abstract readonly invoicePath: string;
  abstract readonly commandPath: string;
  /** v1: hash of values in the body; v2: hash of the exact JSON body in the `securehash` header. */
  abstract readonly hashVersion: 'v1' | 'v2';
  /** For the whole exchange, from connecting to the last byte. */
  abstract readonly timeoutMs: number;
  /** `host` or `host:port`, lower case: hosts of payment pages that are allowed. */
  abstract readonly allowedHosts: readonly string[];
  /** Further merchants; what they do not name is as above. */
  abstract readonly profiles?: readonly MerchantProfile[];
}

type OwnOfMerchant = 'baseUrl' | 'merchantId' | 'secretKey' | 'previousSecretKey' | 'aggregatorId' | 'allowedHosts';
/** What a merchant has of its own. */
export type MerchantProfile = Required<Pick<GatewaySettings, Exclude<OwnOfMerchant, 'aggregatorId'>>> & {
  readonly name: string;
  readonly aggregatorId: string | undefined;
};
