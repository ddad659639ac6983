export interface Goal {
  ratioAtMost?: number;
  ratioAtLeast?: number;
  atMost?: number;
  atLeast?: number;
  holds?: true;
}

export interface Row {
  work: string;
  size?: string;
  unit?: string;
  ours: number | boolean;
  floor?: number;
  goal?: Goal;
}

export interface JudgedRow extends Row {
  unit: string;
  ratio: number | null;
  goalText: string;
  /** Null where there is no goal. */
  met: boolean | null;
}

export function judge(row: Row): JudgedRow;
