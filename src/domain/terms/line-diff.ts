interface DiffLine {
  kind: 'same' | 'added' | 'removed';
  text: string;
}

/** Compares two texts line by line: the longest common sequence stays, what is not in it was removed or added. */
export function diffLines(before: string, after: string): DiffLine[] {
  const old = linesOf(before);
  const fresh = linesOf(after);
  const common = commonLengths(old, fresh);
  const diff: DiffLine[] = [];
  let [i, j] = [0, 0];
  while (i < old.length || j < fresh.length) {
    const [gone = '', come = ''] = [old[i], fresh[j]];
    if (i < old.length && j < fresh.length && gone === come) {
      diff.push({ kind: 'same', text: gone });
      i += 1;
      j += 1;
    } else if (j >= fresh.length || (i < old.length && at(common, i + 1, j) >= at(common, i, j + 1))) {
      diff.push({ kind: 'removed', text: gone });
      i += 1;
    } else {
      diff.push({ kind: 'added', text: come });
      j += 1;
    }
  }
  return diff;
}

function linesOf(text: string): string[] {
  return text === '' ? [] : text.split('\n');
}

/** Length of the longest common sequence of the lines from `i` and from `j` on. */
function commonLengths(old: string[], fresh: string[]): number[][] {
  const lengths = Array.from({ length: old.length + 1 }, () => Array.from({ length: fresh.length + 1 }, () => 0));
  for (let i = old.length - 1; i >= 0; i -= 1) {
    for (let j = fresh.length - 1; j >= 0; j -= 1) {
      const length =
        old[i] === fresh[j] ? at(lengths, i + 1, j + 1) + 1 : Math.max(at(lengths, i + 1, j), at(lengths, i, j + 1));
      lengths[i]![j] = length;
    }
  }
  return lengths;
}

function at(table: number[][], i: number, j: number): number {
  return table[i]?.[j] ?? 0;
}
