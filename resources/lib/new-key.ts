const BYTES = 16;

/** An idempotency key: 128 random bits. `randomUUID` is not there on an address without TLS. */
export function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(BYTES)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );
}
