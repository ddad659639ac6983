import type { Page } from 'playwright-core';

/** CSS pixels of a finger. */
const FINGER = 44;
/** Of layout: a row of 44 px may come out at 43.99. */
const ROUNDING = 0.5;

/**
 * In the page: what can be pressed and is smaller than a finger. A label presses its field, so the two together are one target. As
 * in WCAG 2.5.8 a link in a line of text is as tall as its line, and what is not shown or cannot be pressed is none; text that
 * stands for ears or the keyboard alone is clipped to a pixel.
 */
const SMALL_TARGETS = `(() => {
  const PRESSED = 'a[href], button, input:not([type=hidden]), select, textarea, summary, [role=button], [role=switch], [role=tab], [role=menuitem], [role=option]';
  // Rows are dense: their links reach beyond their lines by what is laid over them.
  const beyond = (element) => {
    const over = getComputedStyle(element, '::after');
    if (over.content === 'none' || over.position !== 'absolute') return { width: 0, height: 0 };
    const side = (name) => Math.max(0, -parseFloat(over[name]) || 0);
    return { width: side('left') + side('right'), height: side('top') + side('bottom') };
  };
  const rectOf = (field) => {
    // The frame of a field with a button in it belongs to the field.
    const element = field.closest('.mantine-PasswordInput-input') && field.tagName === 'INPUT' ? field.closest('.mantine-PasswordInput-input') : field;
    const rects = [element, ...(field.labels ?? [])].map((each) => each.getBoundingClientRect());
    // A label above its field does not make the field taller; one around or beside it does.
    const own = rects[0];
    const beside = rects.filter((each) => each.width > 0 && each.top < own.bottom && each.bottom > own.top);
    const left = Math.min(...beside.map((each) => each.left));
    const top = Math.min(...beside.map((each) => each.top));
    const more = beyond(element);
    return {
      width: Math.max(...beside.map((each) => each.right)) - left + more.width,
      height: Math.max(...beside.map((each) => each.bottom)) - top + more.height,
    };
  };
  const isClipped = (element) => {
    for (let each = element; each; each = each.parentElement) {
      const { clipPath, opacity, visibility } = getComputedStyle(each);
      if (visibility === 'hidden' || (opacity === '0' && !element.labels?.length)) return true;
      if (clipPath.startsWith('inset(50%') || (each.offsetWidth === 1 && each.offsetHeight === 1)) return true;
    }
    return false;
  };
  const isInText = (element) => {
    if (element.tagName !== 'A' || getComputedStyle(element).display !== 'inline') return false;
    const own = element.textContent.trim();
    const block = element.closest('p, li, dd, td, address, div');
    return block.textContent.trim().length > own.length;
  };
  const nameOf = (element) =>
    element.tagName.toLowerCase() + (element.type ? ' ' + element.type : '') + ' "' + (element.getAttribute('aria-label') ?? element.textContent.trim().slice(0, 40)) + '"';
  return [...document.querySelectorAll(PRESSED)].flatMap((element) => {
    if (!element.checkVisibility() || element.closest('[inert], [aria-hidden=true]')) return [];
    if (isClipped(element) || isInText(element)) return [];
    const { width, height } = rectOf(element);
    if (width >= ${FINGER - ROUNDING} && height >= ${FINGER - ROUNDING}) return [];
    return [nameOf(element) + ' ' + Math.round(width) + ' x ' + Math.round(height)];
  });
})()`;

/** @returns each target on the screen that is smaller than 44 by 44 CSS pixels, with its name and size */
export function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate(SMALL_TARGETS) as Promise<string[]>;
}
