export { DayCloseModule } from './day-close.module.js';
export { DayCloseService } from './day-close.service.js';
