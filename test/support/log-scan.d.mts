export interface Finding {
  kind: string;
  line: number;
}

/** @param kind `log`: nothing about a person and no secret; `mail` and `answer`: no secret */
export function scanText(
  text: string,
  kind: 'log' | 'mail' | 'answer',
  secrets?: { kind: string; value: string }[],
): Finding[];

export function scanFolder(folder: string): { files: number; lines: number; findings: (Finding & { file: string })[] };
