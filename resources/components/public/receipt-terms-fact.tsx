import type { ReceiptTerms } from '../../../src/contracts/projects';
import { LANGUAGE_NAMES } from '../../../src/contracts/words/languages';
import { Fact } from './fact';
import { Say } from './say';
import { useWords } from './use-words';
import { When } from './when';

/** Which terms the customer agreed to before paying. */
export function ReceiptTermsFact({ terms }: { terms: ReceiptTerms }) {
  const words = useWords().terms;
  return (
    <Fact name={words.receipt}>
      <Say parts={words.receiptValue(terms.version, LANGUAGE_NAMES[terms.language], <When at={terms.agreedAt} />)} />
    </Fact>
  );
}
