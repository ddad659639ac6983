import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';

/** Colours, sizes and styles come from resources/tokens.ts, so that a change there changes every page. */
const ROOT = join(import.meta.dirname, '../../resources');
const TOKENS = ['tokens.ts', 'styles/tokens.css'];

interface Rule {
  name: string;
  breaks: RegExp;
  /** Must be found … */
  bad: string[];
  /** … and none of these. */
  good: string[];
  files: RegExp;
  /** Files that may, each for its reason. */
  allowed: Readonly<Record<string, string>>;
}

/** Letters of a drawing: its own units, which grow with it. */
const DRAWN = {
  'components/ui/tier-medal.module.css': 'letters on the medal',
  'styles/public/frame.css': 'letters in the logo',
  'styles/public/summary.css': 'letters on the medal',
} as const;

const RULES: Rule[] = [
  {
    name: 'no colour of its own',
    breaks: /#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})\b(?!['"]?>)|\b(?:rgba?|hsla?|oklch|oklab|lab|lch)\(/i,
    bad: ["color: '#1c4fa0'", 'color: #fff;', 'fill="#abcd"', 'background: rgb(0 0 0 / 5%)'],
    good: [
      'var(--td-accent)',
      'href="#main"',
      '`#${row.seq}`',
      'color-mix(in srgb, var(--td-sunken) 45%, transparent)',
    ],
    files: /\.(?:tsx?|css)$/,
    allowed: {},
  },
  {
    name: 'no inline style',
    breaks: /\bstyles?=[{"']|\.style\.\w+ ?=[^=]|\.setAttribute\('style'/,
    bad: [
      '<p style={{ margin: 0 }}>',
      '<Modal styles={{ body: {} }}>',
      '<span style="color:red">',
      'node.style.top = "0"',
    ],
    good: ['classNames={{ root: classes.place }}', 'style: { fontFamily: FONTS.text }'],
    files: /\.tsx?$/,
    allowed: {
      'components/analysis/charts.tsx':
        "the chart library's tooltip is text of ours; its colour is the series', a token",
      'components/sales/waiting-slot.tsx': 'the height that the strip had is measured',
      'components/testing/gallery/colours.tsx': 'shows the tokens themselves, both schemes at once',
      'components/testing/gallery/scales.tsx': 'shows the tokens themselves',
    },
  },
  {
    name: "no day field of the browser's, which writes days in the order of its own language",
    breaks: /type=(?:\{?['"])(?:date|datetime-local|month|week|time)['"]/,
    bad: ['<TextInput type="date" />', "<input type={'datetime-local'} />"],
    good: ['<DayField label="From" />', '<time dateTime={iso}>', 'type="text"'],
    files: /\.tsx?$/,
    allowed: {},
  },
  {
    name: 'no format of dates of its own: src/domain/calendar/ist-time.ts has them all',
    breaks: /Intl\.DateTimeFormat|\.toLocale(?:Date|Time)?String\(/,
    bad: ["new Intl.DateTimeFormat('en-IN')", 'date.toLocaleString()', 'date.toLocaleDateString()'],
    good: ["new Intl.NumberFormat('en-IN')", 'formatDate(iso)'],
    files: /\.tsx?$/,
    allowed: {
      'public/unclear.ts':
        "the customers' one script shares no file with the staff's; the same format in the page's language",
    },
  },
  {
    name: 'no pixels but hairlines and outlines',
    breaks: /(?<![\w.-])(?!-?[0123]px)-?\d*\.?\d+px\b/,
    bad: ['font-size: 11px', 'padding: 4px 0', 'top: -10px'],
    good: ['border: 1px solid', 'outline: 2px solid', 'outline-offset: -1px', 'inset: 0.5rem'],
    files: /\.css$/,
    allowed: DRAWN,
  },
  {
    name: 'no type size but those of the scale',
    breaks: /font-size: (?!var\(--td-font-|inherit)/,
    bad: ['font-size: 0.8125rem;', 'font-size: 13px;'],
    good: ['font-size: var(--td-font-note);', 'font-size: inherit;'],
    files: /\.css$/,
    allowed: {
      'components/ui/tier-medal.module.css': DRAWN['components/ui/tier-medal.module.css'],
      'styles/public/frame.css': DRAWN['styles/public/frame.css'],
      'components/desk/customer-screen.module.css': 'read by a customer across a desk, by the size of the screen',
      'components/ui/error-page.module.css': 'the status of an error page is its one large figure',
      'styles/public/summary.css': "the sum that a customer is asked for is the page's one large figure",
      'styles/public/controls.css': 'the pay button is larger than any other',
      'styles/print.css': 'a table on paper',
      'styles/public/print.css': 'on paper every size follows one',
    },
  },
];

const FILES = readdirSync(ROOT, { recursive: true, encoding: 'utf8' })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => /\.(?:tsx?|css)$/.test(file) && !/\.spec\.tsx?$/.test(file) && !TOKENS.includes(file));

describe.each(RULES)('$name', ({ breaks, bad, good, files, allowed }) => {
  it('tells what breaks it from what does not', () => {
    expect(bad.filter((line) => !breaks.test(line))).toEqual([]);
    expect(good.filter((line) => breaks.test(line))).toEqual([]);
  });

  it('holds everywhere but where it need not', () => {
    const broken = FILES.filter((file) => files.test(file)).flatMap((file) =>
      readFileSync(join(ROOT, file), 'utf8')
        .split('\n')
        .flatMap((line, at) => (breaks.test(line) ? [{ file, line: `${at + 1}: ${line.trim()}` }] : [])),
    );
    expect(broken.filter(({ file }) => !(file in allowed))).toEqual([]);
    expect(Object.keys(allowed).filter((file) => !broken.some((each) => each.file === file))).toEqual([]);
  });
});
