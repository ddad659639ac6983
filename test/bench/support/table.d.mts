import type { JudgedRow } from './judge.mjs';

export function textTable(rows: readonly JudgedRow[]): string;
export function markdownTable(rows: readonly JudgedRow[]): string;
export function between(document: string, markers: readonly [string, string], text: string): string;
