import type { CDPSession, Page } from 'playwright-core';
import { pageIsStill } from '../support/browser.js';
import type { View } from './scene.js';

/** A page longer than this is shown to here. */
const LONGEST = 3200;
/** What lies over the page is as large as the window, so nothing below the window belongs to the picture. */
const OVERLAID = `Boolean(document.querySelector('[aria-modal="true"], [role="menu"]'))`;
const NEXT_FRAME = 'new Promise((resolve) => requestAnimationFrame(() => resolve()))';
/** Elements below each other, each with a transition of its own. */
const DEEPEST = 4;
const HEIGHT = 'document.documentElement.scrollHeight';
const TOP = 'scrollY';
const TO_TOP = 'scrollTo(0, 0)';
/** A narrower window moves its row out of sight, where no menu is shown. */
const TO_MENU = `document.querySelector('[aria-haspopup="menu"][aria-expanded="true"]')?.scrollIntoView({ block: 'center' })`;

/** A page as different devices show it. */
export class Lens {
  private view: View | null = null;

  private constructor(
    private readonly page: Page,
    private readonly session: CDPSession,
  ) {}

  static async of(page: Page): Promise<Lens> {
    return new Lens(page, await page.context().newCDPSession(page));
  }

  async look(view: View): Promise<void> {
    this.view = view;
    await this.page.setViewportSize({ width: view.width, height: view.height });
    // Makes the pointer coarse, as a finger is.
    await this.session.send('Emulation.setTouchEmulationEnabled', { enabled: view.isTouch, maxTouchPoints: 1 });
    await this.page.emulateMedia({ colorScheme: view.scheme, media: view.isPrinted ? 'print' : 'screen' });
    await this.settle();
    await this.page.evaluate(TO_MENU);
    await this.settle();
  }

  /** @returns the whole page, or what is over it, as WebP */
  async picture(quality: number): Promise<Buffer> {
    if (!this.view) throw new Error('nothing was looked at');
    const { width, height: window, scale } = this.view;
    const whole = (await this.page.evaluate(HEIGHT)) as number;
    const overlaid = (await this.page.evaluate(OVERLAID)) as boolean;
    const height = overlaid ? window : Math.min(Math.max(whole, window), LONGEST);
    // Nothing outside the window is painted: the picture begins where the page is looked at.
    if (!overlaid) await this.page.evaluate(TO_TOP);
    // A window as tall as the page: what stands at its bottom edge then stands there once.
    await this.page.setViewportSize({ width, height });
    await this.settle();
    const y = (await this.page.evaluate(TOP)) as number;
    const { data } = await this.session.send('Page.captureScreenshot', {
      format: 'webp',
      quality,
      clip: { x: 0, y, width, height, scale },
    });
    await this.page.setViewportSize({ width, height: window });
    return Buffer.from(data, 'base64');
  }

  /** A colour that is inherited starts to change only once its parent's has changed. */
  private async settle(): Promise<void> {
    for (let step = 0; step < DEEPEST; step += 1) {
      await this.page.evaluate(NEXT_FRAME);
      await pageIsStill(this.page);
    }
  }
}
