export { AttemptRecheck } from './attempt-recheck.service.js';
export { SettlementsDesk } from './settlements-desk.service.js';
export { SettlementsModule } from './settlements.module.js';
