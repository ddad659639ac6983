export { LiveEvents, type LiveListener } from './live-events.js';
export type { LiveMessage } from './live-message.js';
export { LiveModule } from './live.module.js';
