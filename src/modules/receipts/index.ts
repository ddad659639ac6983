export { ReceiptsModule } from './receipts.module.js';
