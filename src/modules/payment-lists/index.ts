export { readWatchFigures } from './counters/backlog-metrics.js';
export type { CountedRow } from './counters/counted-row.js';
export type { SellerFigures } from './counters/counter-cells.repository.js';
export { type CounterFaults, CounterReconciler } from './counters/counter-reconciler.js';
export { type DayFigure, type DayMoney, type DayScope, DayTotals } from './counters/day-totals.repository.js';
export type { EventScope } from './counters/event-scope.queries.js';
export { MoneyFigures, type MoneyRow, type MoneySums } from './counters/money-figures.queries.js';
export { PaymentCounters } from './counters/payment-counters.js';
export { ProjectPairs } from './counters/project-pairs.queries.js';
export { type Conditions, conditionsOf, planOf } from './payment-filter.js';
export { type ListOptions, type PaymentFilter, type PaymentIdPage, PaymentLists } from './payment-list.js';
export { PaymentListsModule } from './payment-lists.module.js';
export { listedTierOf } from './listed-tier.js';
export { caredLinkOf, denialsOf } from './payment-denials.js';
export {
  type ListedPayment,
  type PaymentOfList,
  readPaymentRows,
  stateTimesOf,
  upgradableRowOf,
} from './payment-rows.js';
export { ALL_PAYMENTS, ownPaymentsOf, type PaymentScope, paymentScopeOf } from './payment-scope.js';
export { partsOf, PaymentSearch } from './search/payment-search.js';
export { type StatusTotals, StatusTotalsReader } from './status-totals.queries.js';
