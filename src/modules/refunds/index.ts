export { type CaptureStanding, RefundDecisions } from './refund-decisions.service.js';
export { RefundSwitch } from './refund-switch.service.js';
export { RefundsModule } from './refunds.module.js';
