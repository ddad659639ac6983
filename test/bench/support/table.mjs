// The judged rows as text: pure.
import { rounded } from './stats.mjs';

const HEADS = ['work', 'size', 'ours', 'floor', 'ratio', 'goal', 'met'];

export function textTable(rows) {
  const lines = [HEADS, ...rows.map(cellsOf)];
  const widths = HEADS.map((_, at) => Math.max(...lines.map((cells) => cells[at].length)));
  const text = (cells) => cells.map((cell, at) => cell.padEnd(widths[at])).join('  ');
  return [text(HEADS), widths.map((width) => '-'.repeat(width)).join('  '), ...lines.slice(1).map(text)]
    .map((line) => line.trimEnd())
    .join('\n');
}

export function markdownTable(rows) {
  const line = (cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(HEADS), `|${HEADS.map(() => '---').join('|')}|`, ...rows.map((row) => line(cellsOf(row)))].join('\n');
}

/** Puts text between two markers. @throws when the markers are not there, once each and in order */
export function between(document, [start, end], text) {
  const from = document.indexOf(start);
  const to = document.indexOf(end);
  if (from < 0 || to < from || document.lastIndexOf(start) !== from || document.lastIndexOf(end) !== to)
    throw new Error(`The document has no place between ${start} and ${end}`);
  return `${document.slice(0, from + start.length)}\n${text}\n${document.slice(to)}`;
}

function cellsOf({ work, size, ours, floor, ratio, goalText, met, unit }) {
  return [
    work,
    size ?? '',
    figure(ours, unit),
    floor === null ? '' : figure(floor, unit),
    ratio === null ? '' : `${ratio}x`,
    goalText,
    met === null ? '' : met ? 'yes' : 'no',
  ];
}

function figure(value, unit) {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value !== 'number') return value === undefined ? '' : String(value);
  return `${rounded(value)}${unit && ` ${unit}`}`;
}
