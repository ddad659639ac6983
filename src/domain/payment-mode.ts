const MODES: Readonly<Record<string, string>> = {
  NB: 'Net banking',
  UPI: 'UPI',
  WALLET: 'Wallet',
  CARD: 'Card',
  CC: 'Credit card',
  DC: 'Debit card',
};

/** The bank's word for how a payment was made, in ours; a word that is not known is not repeated. */
export function paymentModeLabel(mode: string | null): string {
  const known = (mode ?? '').trim().toUpperCase();
  return Object.hasOwn(MODES, known) ? (MODES[known] ?? '') : 'Online payment';
}
