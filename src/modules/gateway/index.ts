export { formatGatewayAmount } from './gateway-amount.js';
export { FAILURE_CODES, isAwaitingPayerCode, isFailureCode, PAID_WORD, SUCCESS_CODES } from './gateway-codes.js';
export { GatewaySettings } from './gateway-settings.js';
export { GatewayModule } from './gateway.module.js';
export { invoiceFields } from './invoice-request.js';
export { chosenNotice, noticesBy, type Notices } from './callback-choice.js';
export { maskFields } from './masking.js';
export {
  readCallback,
  referenceOf,
  type KnownFields,
  type Notice,
  type CallbackInput,
  type CallbackProblem,
} from './callback.js';
export { Merchants, type Merchant } from './merchants.js';
export {
  PaymentGateway,
  type InvoiceRequest,
  type InvoiceResult,
  type MismatchField,
  type PaidEvidence,
  type RefundCommand,
  type RefundResult,
  type RefundStatusResult,
  type StatusResult,
} from './payment-gateway.js';
export type {
  BankPayout,
  BankPayoutLine,
  SettlementListResult,
  SettlementPageResult,
  SettlementStatusResult,
} from './settlement-results.js';
export type { NotSent, NotSentReason, Unknown, UnknownReason } from './exchange.js';
