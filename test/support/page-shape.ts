/**
 * Evaluated in a page: what an accessibility checker can see of it, as one hash for each element together with all that it stands in.
 * What a person reads is left out, whether there is anything to read is not; so two lists with the same kinds of rows have the same
 * shapes, whatever their rows say, and an element that is hidden, disabled, nameless or in another colour has another one. The elements
 * are kept in the page, for ROOTS_OF.
 */
export const SHAPES_OF_PAGE = `(() => {
  const hash = (text) => {
    let [a, b] = [0x811c9dc5, 0x1b873593];
    for (let at = 0; at < text.length; at += 1) {
      a = Math.imul(a ^ text.charCodeAt(at), 0x01000193);
      b = Math.imul(b ^ text.charCodeAt(at), 0x85ebca6b);
    }
    return (a >>> 0).toString(36) + (b >>> 0).toString(36);
  };
  const refersTo = (ids) => ids.split(/\\s+/).filter((id) => document.getElementById(id)?.textContent.trim()).length;
  const attribute = ({ name, value }) => {
    if (/^(id|for|name|value|href|src|srcset|d|points|x|y|x1|x2|y1|y2|cx|cy|transform|content|action|data-row.*|data-path)$/.test(name))
      return name + (value ? '=*' : '');
    if (/^aria-(labelledby|describedby|controls|owns|activedescendant)$/.test(name)) return name + refersTo(value);
    if (/^(aria-label|aria-valuetext|aria-valuenow|title|alt|placeholder|datetime)$/.test(name)) return name + (value.trim() ? '=*' : '');
    return name + '=' + value.replace(/\\d+(\\.\\d+)?/g, '#');
  };
  const speaks = (element) => [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
  const shapes = new Map();
  // What a dialog does to the page behind it.
  const passes = /^(data-scroll-locked|style)$/;
  const visit = (element, around) => {
    if (/^(script|style|template|noscript)$/i.test(element.tagName)) return;
    const own = [
      around, element.localName, element.checkVisibility({ visibilityProperty: true }), speaks(element), element.labels?.length > 0,
      ...[...element.attributes].filter(({ name }) => !/^(html|body)$/.test(element.localName) || !passes.test(name)).map(attribute).sort(),
    ].join('|');
    const shape = hash(own);
    if (!shapes.has(shape)) shapes.set(shape, element);
    if (element.localName === 'svg') return;
    for (const child of element.children) visit(child, shape);
  };
  const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id);
  visit(document.documentElement, [ids.length - new Set(ids).size, document.title.trim() !== '', matchMedia('print').matches].join());
  window.shapedElements = [...shapes.values()];
  return [...shapes.keys()];
})()`;

/**
 * A function of positions in that list.
 * @returns what axe is to look at: the elements there that stand in none of the others; nothing when the page was drawn anew meanwhile
 */
export const ROOTS_OF = `(positions) => {
  const elements = new Set(positions.map((at) => window.shapedElements?.[at]));
  if (![...elements].every((element) => element?.isConnected)) return undefined;
  return { include: [...elements].filter((element) => !elements.has(element.parentElement)) };
}`;
