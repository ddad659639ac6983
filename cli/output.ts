let progressShown = false;

/** Output of commands: data on stdout, everything for people on stderr. */
export const output = {
  data(text: string): void {
    process.stdout.write(text.endsWith('\n') ? text : `${text}\n`);
  },

  json(value: unknown): void {
    process.stdout.write(`${JSON.stringify(value, null, 2)}\n`);
  },

  note(text: string): void {
    this.endProgress();
    process.stderr.write(`${text}\n`);
  },

  /** A progress line, on a terminal only. */
  progress(text: string): void {
    if (!process.stderr.isTTY) return;
    process.stderr.write(`\r\u001b[K${text}`);
    progressShown = true;
  },

  endProgress(): void {
    if (progressShown) process.stderr.write('\r\u001b[K');
    progressShown = false;
  },

  /** Columns as wide as their widest cell. */
  table(header: string[], rows: string[][]): void {
    const widths = header.map((title, column) =>
      Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)),
    );
    const line = (cells: string[]) =>
      cells
        .map((cell, column) => cell.padEnd(widths[column]!))
        .join('  ')
        .trimEnd();
    this.data([header, ...rows].map(line).join('\n'));
  },
};

/** The command was understood and could not be done: exit code 1. */
export class CommandFailed extends Error {
  readonly exitCode = 1;
}

/** The command was called wrongly: exit code 2. */
export class WrongUsage extends Error {
  readonly exitCode = 2;
}
