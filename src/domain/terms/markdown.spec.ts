import { describe, expect, it } from '@jest/globals';
import { readMarkdown } from './markdown.js';

const text = (value: string) => ({ kind: 'text', text: value });
const paragraph = (...content: unknown[]) => ({ kind: 'paragraph', content });

describe('the Markdown of terms', () => {
  it('headings, paragraphs and lists', () => {
    const source = '# Refunds\r\nAsk us\r\nwithin 30 days.\n\n- one\n* two\n1. first\n2) second\n### Small';
    expect(readMarkdown(source)).toEqual([
      { kind: 'heading', level: 2, content: [text('Refunds')] },
      paragraph(text('Ask us within 30 days.')),
      { kind: 'list', ordered: false, items: [[text('one')], [text('two')]] },
      { kind: 'list', ordered: true, items: [[text('first')], [text('second')]] },
      { kind: 'heading', level: 4, content: [text('Small')] },
    ]);
  });

  it('strong, emphasis and https links', () => {
    expect(readMarkdown('A **token** is *not* a [flat](https://rera.example.gov.in/a?b=c).')).toEqual([
      paragraph(
        text('A '),
        { kind: 'strong', content: [text('token')] },
        text(' is '),
        { kind: 'emphasis', content: [text('not')] },
        text(' a '),
        { kind: 'link', text: 'flat', href: 'https://rera.example.gov.in/a?b=c' },
        text('.'),
      ),
    ]);
  });

  it.each([
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '[x](javascript:alert(1))',
    '[x](http://example.com)',
    '[x](data:text/html,hello)',
    '[x](https://example.com" onclick="alert(1))',
    '![x](//example.com/a.png)',
    '`code` ~~struck~~ <b>bold</b> &lt;b&gt;',
    '**never closed',
  ])('everything else is text: %s', (source) => {
    expect(readMarkdown(source)).toEqual([paragraph(text(source))]);
  });

  it('reads a long hostile text in no time', () => {
    const before = process.cpuUsage();
    for (const mark of ['*', '**', '[', '[a](', '[a](https://', '# ', '- *']) readMarkdown(mark.repeat(6000));
    expect(process.cpuUsage(before).user).toBeLessThan(1_500_000);
  });
});
