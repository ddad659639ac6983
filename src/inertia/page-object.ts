import type { PropsMetadata } from './props-resolver.js';

/** The page object for the client. Optional keys are absent when they would be empty or false. */
export interface PageObject extends PropsMetadata {
  component: string;
  props: Record<string, unknown>;
  /** Path and query, never an origin or a fragment. */
  url: string;
  version: string | number | null;
  encryptHistory?: true;
  clearHistory?: true;
  flash?: Record<string, unknown>;
}
