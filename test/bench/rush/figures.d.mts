export const SHARE: number;
export const BOUNDS: { qrMs: number; receiptMs: number };

export interface Load {
  main: number;
  product: number;
  database: number;
  load: number;
  others: number;
}

export function within(values: readonly number[], most: number): number;
export function judgeStep(step: { times: { qr: readonly number[]; receipt: readonly number[] }; isWhole: boolean }): {
  isHeld: boolean;
  missed: string[];
  p99: { qr: number; receipt: number };
};
export function givesFirst(step: { missed: readonly string[]; load: Load; cores: number }): string;
