export { BankCalendar } from './bank-calendar.service.js';
export { BankHolidays } from './bank-holidays.service.js';
export { CalendarModule } from './calendar.module.js';
export { CalendarApiModule } from './calendar-api.module.js';
