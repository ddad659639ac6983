import type { TokenType } from '../../../src/domain/payment/token-catalogue';

const LETTERS: Record<TokenType, string> = { gold: 'GO', platinum: 'PL', silver: 'SI' };

/** The tier as a small medal: told by its letters, the colour only repeats them. */
export function TokenMedal({ type }: { type: TokenType }) {
  return (
    <svg className={`pub-medal pub-medal-${type}`} viewBox="0 0 48 56" width="48" height="56" aria-hidden="true">
      <path className="pub-medal-band" d="M14 2h8l4 16-9 3zM34 2h-8l-4 16 9 3z" />
      <circle className="pub-medal-disc" cx="24" cy="35" r="18.5" />
      <circle className="pub-medal-ring" cx="24" cy="35" r="14.5" />
      <text x="24" y="40" textAnchor="middle">
        {LETTERS[type]}
      </text>
    </svg>
  );
}
