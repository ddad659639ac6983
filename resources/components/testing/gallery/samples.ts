import { PAYMENT_STATUSES, type PaymentStatus, statusLabel } from '../../../../src/domain/payment/payment-status';
import { NO_TOKEN_NUMBER, TOKEN_TYPES, type TokenType } from '../../../../src/domain/payment/token-catalogue';

export interface Row {
  key: string;
  name: string;
  email: string;
  status: PaymentStatus;
  label: string;
  tokenType: TokenType;
  tokenNumber: string;
  amount: number;
  refunded: number;
}

/** One word longer than any column, as people are really called, and an amount as long as the product can show. */
export const LONG_NAME = 'Venkatanarasimharajuvaripeta Subrahmanyeswara Ramachandrasekharan Thiruvananthapuram';
export const LONG_WORD = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft';
export const LONG_EMAIL =
  'venkatanarasimharajuvaripeta.subrahmanyeswara.ramachandrasekharan@thiruvananthapuram.example';
export const LARGE_AMOUNT = 98_76_54_321.05;
export const AT = '2026-01-15T12:35:00.000Z';

const NAMES = ['Asha Rao', LONG_NAME, LONG_WORD, 'Vikram Iyer', 'Meera Nair', 'Zoë Śarmā'];

/** One row in each state of a payment. */
export const ROWS: Row[] = PAYMENT_STATUSES.map((status, index) => ({
  key: status,
  name: NAMES[index % NAMES.length] ?? '',
  email: index === 1 ? LONG_EMAIL : `customer${index}@example.com`,
  status,
  label: statusLabel(status),
  tokenType: TOKEN_TYPES[index % TOKEN_TYPES.length] ?? 'gold',
  tokenNumber: status === 'completed' || status === 'refunded' ? 'GO-000042' : NO_TOKEN_NUMBER,
  amount: index === 2 ? LARGE_AMOUNT : 51_000,
  refunded: status === 'refunded' ? 51_000 : 0,
}));
