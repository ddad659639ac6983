const MODES = {
  NB: 'Net banking',
  UPI: 'UPI',
  WALLET: 'Wallet',
  CARD: 'Card',
  CC: 'Credit card',
  DC: 'Debit card',
  OTHER: 'Online payment',
} as const;

export type PaymentModeKind = keyof typeof MODES;

/** The kind of the bank's `paymentMode`; `OTHER` for an unknown one. */
export function paymentModeKind(mode: string | null): PaymentModeKind {
  const known = (mode ?? '').trim().toUpperCase();
  return Object.hasOwn(MODES, known) ? (known as PaymentModeKind) : 'OTHER';
}

/** The label that people see. */
export function paymentModeLabel(kind: PaymentModeKind): string {
  return MODES[kind];
}
