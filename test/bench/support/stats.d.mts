export function percentile(values: readonly number[], share: number): number;
export function median(values: readonly number[]): number;
export function rounded(value: number): number;
