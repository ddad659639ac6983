import type { PaymentFailure } from '../../../src/contracts/after-payment';
import { BankSaid } from './bank-said';
import { useWords } from './use-words';

/** Why the last try did not go through, and what to do now. */
export function FailureText({ failure, canPay }: { failure: PaymentFailure; canPay: boolean }) {
  const { failures, sentence } = useWords();
  const { title, text, nextStep } = failures[failure.kind];
  return (
    <>
      <p>
        <strong>{sentence(title)}</strong> {text}
      </p>
      {canPay && <p>{nextStep}</p>}
      <BankSaid text={failure.bankText} />
    </>
  );
}
