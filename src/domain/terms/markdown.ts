/** Text inside a block. */
export type Inline =
  | { kind: 'text'; text: string }
  | { kind: 'strong' | 'emphasis'; content: Inline[] }
  | { kind: 'link'; text: string; href: string };

export type Block =
  | { kind: 'heading'; level: 2 | 3 | 4; content: Inline[] }
  | { kind: 'paragraph'; content: Inline[] }
  | { kind: 'list'; ordered: boolean; items: Inline[][] };

const HEADING = /^(#{1,3})\s+(\S.*)$/;
const BULLET = /^[-*]\s+(\S.*)$/;
const NUMBERED = /^\d{1,3}[.)]\s+(\S.*)$/;
/** In this order: what stands in `**` is read before `*`. Each ends at the first end, so no text is read twice. */
const MARKS = /\*\*([^*]+)\*\*|\*([^*]+)\*|\[([^\][]+)\]\((https:\/\/[^\s()<>"']{1,300})\)/;

/**
 * Reads the part of Markdown that terms are written in (docs/adr/0030-projects-and-terms.md): headings, paragraphs, lists of one level,
 * `**strong**`, `*emphasis*` and links to https addresses. Everything else, HTML among it, is text. The result is a tree that a page
 * renders as elements; no HTML is ever made from it as text.
 */
export function readMarkdown(source: string): Block[] {
  const blocks: Block[] = [];
  let paragraph: string[] = [];
  const endParagraph = () => {
    if (paragraph.length > 0) blocks.push({ kind: 'paragraph', content: readInline(paragraph.join(' ')) });
    paragraph = [];
  };
  for (const line of source.split(/\r?\n/).map((text) => text.trim())) {
    const block = line === '' ? null : blockOf(line);
    if (block === null) {
      if (line === '') endParagraph();
      else paragraph.push(line);
      continue;
    }
    endParagraph();
    const last = blocks.at(-1);
    if (block.kind === 'list' && last?.kind === 'list' && last.ordered === block.ordered)
      last.items.push(...block.items);
    else blocks.push(block);
  }
  endParagraph();
  return blocks;
}

/** A line that is a block by itself; null for a line of a paragraph. */
function blockOf(line: string): Block | null {
  const heading = HEADING.exec(line);
  if (heading) {
    // A page has its own heading of the first level.
    const level = ((heading[1]?.length ?? 1) + 1) as 2 | 3 | 4;
    return { kind: 'heading', level, content: readInline(heading[2] ?? '') };
  }
  const bullet = BULLET.exec(line);
  if (bullet) return { kind: 'list', ordered: false, items: [readInline(bullet[1] ?? '')] };
  const numbered = NUMBERED.exec(line);
  return numbered ? { kind: 'list', ordered: true, items: [readInline(numbered[1] ?? '')] } : null;
}

function readInline(text: string): Inline[] {
  const content: Inline[] = [];
  let rest = text;
  while (rest !== '') {
    const found = MARKS.exec(rest);
    if (!found) break;
    if (found.index > 0) content.push({ kind: 'text', text: rest.slice(0, found.index) });
    content.push(markOf(found));
    rest = rest.slice(found.index + found[0].length);
  }
  if (rest !== '') content.push({ kind: 'text', text: rest });
  return content;
}

function markOf([, strong, emphasis, label = '', href = '']: RegExpExecArray): Inline {
  if (strong !== undefined) return { kind: 'strong', content: [{ kind: 'text', text: strong }] };
  if (emphasis !== undefined) return { kind: 'emphasis', content: [{ kind: 'text', text: emphasis }] };
  return { kind: 'link', text: label, href };
}
