export type Fate = 'usual' | 'declined' | 'advice-only' | 'silent' | 'lost-create' | 'lost-invoice' | 'lost-return' | 'lost-status';

export const FATES: Readonly<Record<Exclude<Fate, 'usual'>, number>>;
export function isTold(fate: Fate): boolean;
export function randomOf(seed: number): () => number;
export function waveAt(share: number): number;
export function arrivalTimes(wish: { count: number; seconds: number; random: () => number }): number[];
export function dealFates(count: number, random: () => number): Fate[];
