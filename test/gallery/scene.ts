import type { Page } from 'playwright-core';
import type { Cast } from './cast.js';

/** One state of one screen, and the way to it. */
export interface Scene {
  screen: string;
  state: string;
  /** Shown at 200 % zoom too, and dark on a phone where there is a dark theme. */
  main?: boolean;
  /** It is printed as well, on paper of this kind. */
  paper?: keyof typeof PAPERS;
  /** @returns the page once the state is on it */
  open: (cast: Cast) => Promise<Page>;
}

/** Scenes with the same theme, walked through with one product. */
export interface Room {
  name: string;
  title: string;
  /** The customers' pages are light alone. */
  hasDark: boolean;
  /** In a product without any customer yet. */
  isNew?: boolean;
  /** Done once, before the first scene. */
  prepare?: (cast: Cast) => Promise<void>;
  scenes: Scene[];
}

export interface View {
  name: string;
  width: number;
  height: number;
  scheme: 'light' | 'dark';
  isTouch: boolean;
  isPrinted: boolean;
  /** Judged by axe in every run; the others are only pictured. */
  isJudged: boolean;
  /** Of the picture against the screen. */
  scale: number;
}

const view = (name: string, width: number, height: number, more: Partial<View> = {}): View => ({
  name,
  width,
  height,
  scheme: 'light',
  isTouch: width < 1024,
  isPrinted: false,
  isJudged: false,
  scale: 1,
  ...more,
});

const PHONE = view('360', 360, 740, { isJudged: true, scale: 0.7 });
const TABLET = view('768', 768, 1024, { scale: 0.5 });
const LAPTOP = view('1440', 1440, 900, { scale: 0.5 });
const LAPTOP_DARK = view('1440-dark', 1440, 900, { scheme: 'dark', isJudged: true, scale: 0.5 });
const PHONE_DARK = view('360-dark', 360, 740, { scheme: 'dark', scale: 0.7 });
/** What a window of 1280 by 900 shows at 200 %: half as many CSS pixels, and no finger. */
const ZOOMED = view('200-percent', 640, 450, { isTouch: false, isJudged: true, scale: 0.5 });

const printed = (width: number) => view('print', width, 740, { isTouch: false, isPrinted: true, scale: 0.8 });
/** CSS pixels between the margins: A4, and a till's roll of 80 mm. */
const PAPERS = { a4: printed(688), roll: printed(272) };

export function viewsOf({ hasDark }: Room, { main = false, paper }: Scene): View[] {
  return [
    PHONE,
    TABLET,
    LAPTOP,
    ...(hasDark ? [LAPTOP_DARK] : []),
    ...(hasDark && main ? [PHONE_DARK] : []),
    ...(main ? [ZOOMED] : []),
    ...(paper ? [PAPERS[paper]] : []),
  ];
}

/** Main screens differ on a laptop, where a card is a row, and have colours of their own in the dark. */
export function essentialViewsOf({ hasDark }: Room, { main = false }: Scene): View[] {
  return hasDark && main ? [PHONE, LAPTOP_DARK] : [PHONE];
}

export function slug(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
}
