import { useWords } from './use-words';

/** Hidden until the script is there to do the copying. @param label names what is copied */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const words = useWords();
  return (
    <button type="button" className="pub-button pub-button-quiet js-only" data-copy={text} aria-label={label}>
      {words.copy}
    </button>
  );
}
