import type { RefundReferences as References } from '../../../src/domain/refund/refund-references';
import { Identifier } from '../ui/identifier';

/** As customers and files name a refund too: by the bank's own number, and by ours. */
export function RefundReferences({ bankReference, ourReference }: References) {
  return (
    <>
      {bankReference && (
        <>
          Bank reference <Identifier value={bankReference} what="bank reference" /> ·{' '}
        </>
      )}
      Our reference <Identifier value={ourReference} what="our reference" />
    </>
  );
}
