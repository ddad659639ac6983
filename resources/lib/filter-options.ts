import { PAYMENT_STATUSES, type PaymentStatus, statusLabel } from '../../src/domain/payment-status';
import { TOKEN_TYPES, tokenLabel, type TokenType } from '../../src/domain/token-catalogue';

export const STATUS_OPTIONS: { value: PaymentStatus | ''; label: string }[] = [
  { value: '', label: 'All statuses' },
  ...PAYMENT_STATUSES.map((value) => ({ value, label: statusLabel(value) })),
];

export const TOKEN_OPTIONS: { value: TokenType | ''; label: string }[] = [
  { value: '', label: 'All tokens' },
  ...TOKEN_TYPES.map((value) => ({ value, label: tokenLabel(value) })),
];
