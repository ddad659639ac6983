import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { pageIsStill } from '../support/browser.js';

const DOCS = join(import.meta.dirname, '../../docs');
const PAGE = join(DOCS, 'walkthrough.md');
const PICTURES = join(DOCS, 'walkthrough');

const HEAD = `# A day at the desk

A walk through TokenDesk, made by driving the product: \`npm run walkthrough\` walks it again, takes the pictures and writes this
page. The tests walk the same way each time, so what stands here is what happens.
`;

interface Step {
  title: string;
  text: string;
  picture: string;
}

/**
 * A walk that is a test and a document in one. With WALKTHROUGH set it writes the document; without, it makes sure that the
 * document still tells what happens.
 */
export class Walk {
  private readonly parts: { title: string; steps: Step[] }[] = [];
  private readonly writes = Boolean(process.env.WALKTHROUGH);

  begin(): void {
    if (!this.writes) return;
    rmSync(PICTURES, { recursive: true, force: true });
    mkdirSync(PICTURES, { recursive: true });
  }

  part(title: string): void {
    this.parts.push({ title, steps: [] });
  }

  /** What the person sees now. @param text one or two sentences: what was done and what it means */
  async step(page: Page, title: string, text: string, options: { whole?: boolean } = {}): Promise<void> {
    const part = this.parts.at(-1);
    if (!part) throw new Error('a step needs a part');
    const number = this.parts.reduce((sum, { steps }) => sum + steps.length, 1);
    const picture = `${String(number).padStart(2, '0')}-${title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}.jpg`;
    part.steps.push({ title, text, picture });
    if (!this.writes) return;
    await pageIsStill(page);
    await page.screenshot({
      path: join(PICTURES, picture),
      type: 'jpeg',
      quality: 72,
      fullPage: options.whole ?? false,
    });
  }

  /** @returns the document that should lie under docs; written there when it is wanted */
  finish(): { expected: string; found: string } {
    const expected = this.markdown();
    if (this.writes) writeFileSync(PAGE, expected);
    return { expected, found: readFileSync(PAGE, 'utf8') };
  }

  private markdown(): string {
    const parts = this.parts.map(({ title, steps }) => {
      const shown = steps.map(
        (step) => `### ${step.title}\n\n${step.text}\n\n![${step.title}](walkthrough/${step.picture})\n`,
      );
      return [`## ${title}\n`, ...shown].join('\n');
    });
    return [HEAD, ...parts].join('\n');
  }
}
