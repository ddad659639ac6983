import type { Block, Inline } from '../../../src/domain/terms/markdown';
import { readMarkdown } from '../../../src/domain/terms/markdown';

/** Markdown as elements (src/domain/terms/markdown.ts): nothing of the text can become an element by itself. */
export function Markdown({ text }: { text: string }) {
  return readMarkdown(text).map((block, at) => <OneBlock key={at} block={block} />);
}

function OneBlock({ block }: { block: Block }) {
  switch (block.kind) {
    case 'heading': {
      const Heading = `h${block.level}` as const;
      return (
        <Heading>
          <Content parts={block.content} />
        </Heading>
      );
    }
    case 'list': {
      const List = block.ordered ? 'ol' : 'ul';
      return (
        <List>
          {block.items.map((item, at) => (
            <li key={at}>
              <Content parts={item} />
            </li>
          ))}
        </List>
      );
    }
    default:
      return (
        <p>
          <Content parts={block.content} />
        </p>
      );
  }
}

function Content({ parts }: { parts: Inline[] }) {
  return parts.map((part, at) => <Part key={at} part={part} />);
}

function Part({ part }: { part: Inline }) {
  switch (part.kind) {
    case 'strong':
      return (
        <strong>
          <Content parts={part.content} />
        </strong>
      );
    case 'emphasis':
      return (
        <em>
          <Content parts={part.content} />
        </em>
      );
    case 'link':
      return (
        <a className="pub-link" href={part.href} target="_blank" rel="noopener noreferrer">
          {part.text}
        </a>
      );
    default:
      return part.text;
  }
}
