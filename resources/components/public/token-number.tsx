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
}

/** What the customer holds: the number, with its medal, to be copied or kept as a picture. */
export function TokenNumber({ number, type, label, companyName, paidAt }: Props) {
  const words = useWords();
  const { moment } = useFormats();
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
