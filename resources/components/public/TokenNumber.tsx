import { CopyButton } from './CopyButton';

export function TokenNumber({ number }: { number: string }) {
  return (
    <div className="pub-token">
      <p className="pub-token-label">Your token number</p>
      <p className="pub-token-number">{number}</p>
      <CopyButton text={number} what="token number" />
    </div>
  );
}
