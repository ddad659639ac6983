/** Hidden until the script is there to do the copying. */
export function CopyButton({ text, what }: { text: string; what: string }) {
  return (
    <button type="button" className="pub-button pub-button-quiet js-only" data-copy={text} aria-label={`Copy ${what}`}>
      Copy
    </button>
  );
}
