/** The bank's codes for what went well: an invoice that was made, or a payment. */
export const SUCCEEDED = ['0000', '000'] as const;

/** The bank's codes for a payment that the payer cancelled (docs/bank-protocol.md#codes). */
export const PAYER_CANCELLED = ['020', '037', 'P0020', '0017', '0392', '0395'] as const;

/** The bank's codes for a payment that ended without money in another way. */
export const DECLINED = '039';
export const FAILED = '0399';
export const BROKEN_OFF = '0397';
export const TIMED_OUT = '0015';
