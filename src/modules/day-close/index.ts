export { DayCloseModule } from './day-close.module.js';
export { DayCloseDesk } from './day-close.service.js';
