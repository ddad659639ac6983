export { LiveStreamsModule } from './live-streams.module.js';
