import type { PaymentFailure } from '../../../src/contracts/after-payment';

/** Why the last try did not go through, and what to do now. */
export function FailureText({ failure, canPay }: { failure: PaymentFailure; canPay: boolean }) {
  return (
    <>
      <p>
        <strong>{failure.title}.</strong> {failure.text}
      </p>
      {canPay && <p>{failure.nextStep}</p>}
    </>
  );
}
