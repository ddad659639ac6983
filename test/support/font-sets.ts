import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Where Debian puts the fonts that machines commonly have, and the family that each uses for text. */
const SETS = [
  { name: 'Liberation', directory: '/usr/share/fonts/truetype/liberation', family: 'Liberation Sans' },
  { name: 'Noto', directory: '/usr/share/fonts/truetype/noto', family: 'Noto Sans' },
  { name: 'DejaVu', directory: '/usr/share/fonts/truetype/dejavu', family: 'DejaVu Sans' },
];

/** Those of them that are installed here. */
export const FONT_SETS = SETS.filter(({ directory }) => existsSync(directory)).map(({ name }) => name);

/** Runs a test with a fontconfig file that knows only this set. */
export async function withFonts(name: string, run: (fontconfigFile: string) => Promise<void>): Promise<void> {
  const set = SETS.find((each) => each.name === name);
  if (!set) throw new Error(`no font set is called ${name}`);
  const directory = mkdtempSync(join(tmpdir(), 'tokendesk-fonts-'));
  const file = join(directory, 'fonts.conf');
  const alias = (family: string) =>
    `<alias><family>${family}</family><prefer><family>${set.family}</family></prefer></alias>`;
  writeFileSync(
    file,
    `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig><dir>${set.directory}</dir>
      <cachedir>${directory}</cachedir>${['sans-serif', 'system-ui', 'serif'].map(alias).join('')}</fontconfig>`,
  );
  try {
    await run(file);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}
