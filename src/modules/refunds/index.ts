export { RefundSwitch } from './refund-switch.service.js';
export { RefundsModule } from './refunds.module.js';
