export type { Settings } from './env.js';

/** Injects the validated {@link Settings}. */
export const SETTINGS = Symbol('SETTINGS');
