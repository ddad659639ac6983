import { useWords } from './use-words';

/** A token number in a line of text; one that stands for nothing any more is marked. */
export function TokenCode({ number, isVoid }: { number: string; isVoid: boolean }) {
  const { facts } = useWords();
  if (!isVoid) return <span className="pub-mono">{number}</span>;
  return (
    <>
      <s className="pub-mono">{number}</s> <span className="pub-badge pub-tone-grey pub-void">{facts.void}</span>
    </>
  );
}
