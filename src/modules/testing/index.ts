export { TestingPagesModule } from './testing.module.js';
