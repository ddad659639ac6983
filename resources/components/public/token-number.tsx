import { CopyButton } from './copy-button';
import { useWords } from './use-words';

export function TokenNumber({ number }: { number: string }) {
  const words = useWords();
  return (
    <div className="pub-token">
      <p className="pub-token-label">{words.yourToken}</p>
      <p className="pub-token-number">{number}</p>
      <CopyButton text={number} label={words.copyToken} />
    </div>
  );
}
