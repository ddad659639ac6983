/**
 * The product's design tokens: the staff theme reads them from here, the public pages as custom properties from
 * styles/tokens.css, which is the text of tokensCss(). Every text tone holds at least 4.5:1 on the surfaces it is used
 * on, every control border 3:1.
 */

/** A deep blue; step 8 is the accent itself, so that filled controls pass AA with white text. */
export const BRAND = [
  '#eef3fc',
  '#dce7f9',
  '#bdd1f3',
  '#9dbcf5',
  '#769fe8',
  '#5182d9',
  '#3a6cc8',
  '#2a59b3',
  '#1d4a9e',
  '#163a7d',
] as const;

/** What is scanned or printed stays dark on white, whatever the scheme. */
export const PRINT = { paper: '#ffffff', ink: '#10131a' } as const;

export const FONTS = {
  text: "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'Noto Sans Devanagari', Arial, sans-serif",
  mono: "ui-monospace, 'SF Mono', 'Cascadia Mono', 'Roboto Mono', Menlo, Consolas, monospace",
} as const;

/** Pixels; written as rem so that a larger browser font enlarges everything. */
export const FONT_SIZES = { xs: 12, note: 13, sm: 14, md: 16, lg: 20, xl: 24, xxl: 32 } as const;
export const LINE_HEIGHT = 1.5;

/** A grid of four pixels. */
export const SPACE = { 1: 4, 2: 8, 3: 12, 4: 16, 5: 20, 6: 24, 8: 32, 10: 40, 12: 48, 16: 64 } as const;

export const RADII = { sm: 6, md: 8, lg: 12, full: 999 } as const;

export const SIZES = { sidebar: 280, content: 1280, publicColumn: 480, touch: 44, control: 40, qr: 288 } as const;

export const BREAKPOINTS = { cards: 640, pagination: 768, sidebar: 1024 } as const;

interface Tone {
  text: string;
  tint: string;
  border: string;
}

interface Scheme {
  canvas: string;
  surface: string;
  sunken: string;
  border: string;
  borderStrong: string;
  text: string;
  muted: string;
  accent: string;
  accentHover: string;
  accentTint: string;
  onAccent: string;
  /** The ground of a filled control, and its words. */
  fill: string;
  fillHover: string;
  danger: string;
  dangerHover: string;
  onFill: string;
  overlay: string;
  shadow: string;
  green: Tone;
  amber: Tone;
  blue: Tone;
  red: Tone;
  grey: Tone;
  gold: Tone;
  platinum: Tone;
  silver: Tone;
}

export const LIGHT: Scheme = {
  canvas: '#f6f7f9',
  surface: '#ffffff',
  sunken: '#eef0f4',
  border: '#dfe3ea',
  borderStrong: '#7f8899',
  text: '#161b26',
  muted: '#525c6e',
  accent: '#1d4a9e',
  accentHover: '#163a7d',
  accentTint: '#eef3fc',
  onAccent: '#ffffff',
  fill: BRAND[8],
  fillHover: BRAND[9],
  danger: '#e03131',
  dangerHover: '#c92a2a',
  onFill: '#ffffff',
  overlay: 'rgb(15 20 30 / 55%)',
  shadow: '0 12px 32px rgb(20 28 45 / 18%)',
  green: { text: '#12633a', tint: '#e3f5ea', border: '#b5dfc6' },
  amber: { text: '#7d4a00', tint: '#fdf0d5', border: '#eccf94' },
  blue: { text: '#1a4fa3', tint: '#e5eefc', border: '#bdd1f3' },
  red: { text: '#a11d21', tint: '#fdeaea', border: '#f0bdbd' },
  grey: { text: '#4b5565', tint: '#edeff3', border: '#d3d8e0' },
  gold: { text: '#5f4300', tint: '#f6dc93', border: '#c99a2e' },
  platinum: { text: '#27364a', tint: '#d6e0ec', border: '#8398b3' },
  silver: { text: '#3d4148', tint: '#e6e7ea', border: '#a3a8b1' },
};

export const DARK: Scheme = {
  canvas: '#0f1218',
  surface: '#171b23',
  sunken: '#1f2430',
  border: '#2b3140',
  borderStrong: '#6d7789',
  text: '#e9ecf2',
  muted: '#a3adbd',
  accent: '#9dbcf5',
  accentHover: '#bdd1f3',
  accentTint: '#1a2740',
  onAccent: '#0f1218',
  fill: BRAND[7],
  fillHover: BRAND[8],
  danger: '#e03131',
  dangerHover: '#c92a2a',
  onFill: '#ffffff',
  overlay: 'rgb(0 0 0 / 65%)',
  shadow: '0 12px 32px rgb(0 0 0 / 60%)',
  green: { text: '#7fdca4', tint: '#12301f', border: '#22553a' },
  amber: { text: '#f3c46b', tint: '#3a2a0c', border: '#654a17' },
  blue: { text: '#9cc1fb', tint: '#152a4c', border: '#284a80' },
  red: { text: '#ffa5a3', tint: '#431a1c', border: '#742e31' },
  grey: { text: '#b7c0ce', tint: '#262c37', border: '#3d4554' },
  gold: { text: '#f7dd94', tint: '#4a3a10', border: '#a07c26' },
  platinum: { text: '#dbe6f3', tint: '#2d3b4f', border: '#7489a5' },
  silver: { text: '#e3e5e9', tint: '#3a3e46', border: '#858b96' },
};

function kebab(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

function rem(pixels: number): string {
  return `${pixels / 16}rem`;
}

function schemeLines(scheme: Scheme, indent: string): string {
  return Object.entries(scheme)
    .flatMap(([name, value]) =>
      typeof value === 'string'
        ? [`${indent}--td-${kebab(name)}: ${value};`]
        : Object.entries(value as Tone).map(([part, colour]) => `${indent}--td-${name}-${part}: ${colour};`),
    )
    .join('\n');
}

function scaleLines(prefix: string, scale: Record<string, number>, unit: (pixels: number) => string): string {
  return Object.entries(scale)
    .map(([name, pixels]) => `  --td-${prefix}-${kebab(name)}: ${unit(pixels)};`)
    .join('\n');
}

/** The text of styles/tokens.css. The dark scheme stands only where a page asks for it on its root element. */
export function tokensCss(): string {
  return `/* The text of tokensCss() in ../tokens.ts: change it there. */
:root {
${schemeLines(LIGHT, '  ')}
  --td-paper: ${PRINT.paper};
  --td-ink: ${PRINT.ink};
  --td-font-text: ${FONTS.text};
  --td-font-mono: ${FONTS.mono};
  --td-line-height: ${LINE_HEIGHT};
${scaleLines('font', FONT_SIZES, rem)}
${scaleLines('space', SPACE, rem)}
${scaleLines('radius', RADII, (pixels) => `${pixels}px`)}
${scaleLines('size', SIZES, rem)}
}

:root[data-mantine-color-scheme='dark'] {
${schemeLines(DARK, '  ')}
}
`;
}
