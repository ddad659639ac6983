import { describe, expect, it } from '@jest/globals';
import { BRAND, DARK, LIGHT } from '../../resources/tokens.js';

const TEXT_CONTRAST = 4.5;
const CONTROL_CONTRAST = 3;
const TONES = ['green', 'amber', 'blue', 'red', 'grey', 'gold', 'platinum', 'silver'] as const;

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

describe('design tokens', () => {
  it.each([
    ['light', LIGHT],
    ['dark', DARK],
  ])('can be read in the %s scheme', (_name, scheme) => {
    const pairs = [
      ...[scheme.canvas, scheme.surface, scheme.sunken].flatMap((ground) =>
        [scheme.text, scheme.muted, scheme.accent].map((text) => [text, ground] as const),
      ),
      [scheme.onAccent, scheme.accent] as const,
      ...TONES.map((tone) => [scheme[tone].text, scheme[tone].tint] as const),
    ];
    const tooFaint = pairs.filter(([text, ground]) => contrast(text, ground) < TEXT_CONTRAST);
    expect(tooFaint).toEqual([]);
    expect(contrast(scheme.borderStrong, scheme.surface)).toBeGreaterThanOrEqual(CONTROL_CONTRAST);
  });

  it('keep white text readable on filled buttons', () => {
    for (const step of [7, 8, 9] as const)
      expect(contrast('#ffffff', BRAND[step])).toBeGreaterThanOrEqual(TEXT_CONTRAST);
  });
});
