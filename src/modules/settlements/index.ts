export { AttemptRecheck } from './attempt-recheck.service.js';
export { SettlementsService } from './settlements.service.js';
export { SettlementsModule } from './settlements.module.js';
