import { Say } from './say';
import { useWords } from './use-words';

/** The bank's own description in small print, after our words; its direction stays its own. */
export function BankSaid({ text }: { text: string | null }) {
  const { bankSaid } = useWords();
  if (text === null) return null;
  return (
    <p className="pub-small pub-said">
      <Say parts={bankSaid(<bdi lang="en">{text}</bdi>)} />
    </p>
  );
}
