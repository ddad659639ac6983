/** Path of the page behind the code on a receipt. Apart from the other paths: no page of staff leads there. */
export function receiptCheckPath(paymentId: string): string {
  return `/receipt/${paymentId}`;
}
