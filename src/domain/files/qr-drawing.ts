/** Modules of white on every side: without them cameras do not find the code. */
const QUIET_ZONE = 4;

/** The modules of a code, as an encoder makes them. */
export interface QrModules {
  size: number;
  get: (row: number, column: number) => unknown;
}

export interface QrDrawing {
  /** Modules on one side, the quiet zone included. */
  side: number;
  /** The dark modules as one path, a module being one unit. */
  path: string;
  /** The same row by row, for drawing without a path. */
  runs: { x: number; y: number; length: number }[];
}

/** For documents and pages. */
export function qrDrawingOf(modules: QrModules): QrDrawing {
  const runs: QrDrawing['runs'] = [];
  for (let row = 0; row < modules.size; row += 1) {
    for (let column = 0; column < modules.size; column += 1) {
      if (!modules.get(row, column)) continue;
      const start = column;
      while (column + 1 < modules.size && modules.get(row, column + 1)) column += 1;
      runs.push({ x: start + QUIET_ZONE, y: row + QUIET_ZONE, length: column - start + 1 });
    }
  }
  const path = runs.map(({ x, y, length }) => `M${x} ${y}h${length}v1h-${length}z`).join('');
  return { side: modules.size + 2 * QUIET_ZONE, path, runs };
}
