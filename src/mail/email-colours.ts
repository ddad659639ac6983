import type { TokenType } from '../domain/payment/token-catalogue.js';

/** Of resources/tokens.ts, for emails and documents: neither knows custom properties, so the values stand in them. */
export const LIGHT = {
  canvas: '#f6f7f9',
  surface: '#ffffff',
  border: '#dfe3ea',
  text: '#161b26',
  muted: '#525c6e',
  accent: '#1d4a9e',
  onAccent: '#ffffff',
} as const;

export const DARK: Readonly<Record<keyof typeof LIGHT, string>> = {
  canvas: '#0f1218',
  surface: '#171b23',
  border: '#2b3140',
  text: '#e9ecf2',
  muted: '#a3adbd',
  accent: '#9dbcf5',
  onAccent: '#0f1218',
};

/** The same in both schemes: a badge of its own colours. */
export const TIER_COLOURS: Readonly<
  Record<TokenType, { text: string; tint: string; border: string; letters: string }>
> = {
  gold: { text: '#5f4300', tint: '#f6dc93', border: '#c99a2e', letters: 'GO' },
  platinum: { text: '#27364a', tint: '#d6e0ec', border: '#8398b3', letters: 'PL' },
  silver: { text: '#3d4148', tint: '#e6e7ea', border: '#a3a8b1', letters: 'SI' },
};
