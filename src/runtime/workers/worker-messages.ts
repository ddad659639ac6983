import type { RateVerdict } from '../rate-limits/rate-limiter.js';
import type { Tallied, TallyKey } from '../rate-limits/tally.js';

/** What a worker asks about limits that all workers share. `capacity` may evict, `security` does not (rate-limiter.ts). */
export type LimitQuestion =
  | { about: 'capacity' | 'security'; ask: 'consume' | 'peek'; key: string; limit: number; windowMs: number }
  | { about: 'capacity' | 'security'; ask: 'reset'; key: string }
  | { about: 'tally'; ask: 'read' | 'add' | 'clear' | 'hasRoomFor'; key: TallyKey };

export type LimitAnswer = RateVerdict | Tallied | boolean | null;

/** Figures of one process as `prom-client` exports them. */
export type Figures = object[];

export type ToPrimary =
  | { kind: 'limit'; id: number; question: LimitQuestion }
  | { kind: 'publish'; channel: string; text: string }
  | { kind: 'figures-wanted'; id: number }
  | { kind: 'figures'; id: number; figures: Figures };

export type ToWorker =
  | { kind: 'answer'; id: number; answer: unknown }
  | { kind: 'published'; channel: string; text: string }
  | { kind: 'report'; id: number }
  | { kind: 'retire' };
