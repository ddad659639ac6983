import {
  REFUND_PENDING,
  STATUS_FILTERS,
  type StatusFilter,
  statusFilterLabel,
} from '../../src/domain/payment/status-filter';
import { TOKEN_TYPES, tokenLabel, type TokenType } from '../../src/domain/payment/token-catalogue';

export const STATUS_OPTIONS: { value: StatusFilter | ''; label: string }[] = [
  { value: '', label: 'All statuses' },
  ...STATUS_FILTERS.map((value) => ({ value, label: statusFilterLabel(value) })),
];

export const STATUS_TABS: readonly { value: StatusFilter | ''; label: string }[] = [
  { value: '', label: 'All payments' },
  { value: REFUND_PENDING, label: 'Refunds on their way' },
];

export const TOKEN_OPTIONS: { value: TokenType | ''; label: string }[] = [
  { value: '', label: 'All tokens' },
  ...TOKEN_TYPES.map((value) => ({ value, label: tokenLabel(value) })),
];
