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

/** The bank's word for how a payment was made, as far as it is known. */
export function paymentModeKind(mode: string | null): PaymentModeKind {
  const known = (mode ?? '').trim().toUpperCase();
  return Object.hasOwn(MODES, known) ? (known as PaymentModeKind) : 'OTHER';
}

/** In our words; a word that is not known is not repeated. */
export function paymentModeLabel(kind: PaymentModeKind): string {
  return MODES[kind];
}
