import { tierName } from '../../../src/contracts/words/tier-name';
import type { TokenType } from '../../../src/domain/payment/token-catalogue';
import { CopyButton } from './copy-button';
import { TokenMedal } from './token-medal';
import { useFormats, useWords } from './use-words';

interface Props {
  number: string;
  type: TokenType;
  /** Name of the tier, as the payment's version of the catalogue gives it. */
  label: string;
  companyName: string;
  /** ISO, UTC; null leaves the day out of the saved picture. */
  paidAt: string | null;
  /** Number of the token that an upgrade issued in its place: this one is nothing to keep any more. */
  replacedBy?: string | null;
}

/** What the customer holds: the number, with its medal, to be copied or kept as a picture. */
export function TokenNumber({ number, type, label, companyName, paidAt, replacedBy = null }: Props) {
  const words = useWords();
  const { moment } = useFormats();
  if (replacedBy !== null) {
    return (
      <div className="pub-token">
        <TokenMedal type={type} />
        <p className="pub-token-label">{words.facts.tokenNumber}</p>
        <p className="pub-token-number">
          <s>{number}</s>
        </p>
        <p>{words.replacedBy(replacedBy)}</p>
      </div>
    );
  }
  const token = words.tokenOf(tierName(words, type, label));
  const lines = [companyName, words.yourToken, number, token, paidAt ? moment(paidAt) : '', words.tokenPicture];
  return (
    <div className="pub-token">
      <TokenMedal type={type} />
      <p className="pub-token-label">{words.yourToken}</p>
      <p className="pub-token-number">{number}</p>
      <div className="pub-token-acts">
        <CopyButton text={number} label={words.copyToken} />
        <button
          type="button"
          className="pub-button pub-button-quiet js-only"
          data-save-token={JSON.stringify(lines)}
          data-tier={type}
        >
          {words.saveToken}
        </button>
      </div>
    </div>
  );
}
