const TOLERANT = /^\d{1,9}(\.\d{1,2})?$/;
const MAX_PAISE = 99_999_999_999;

/** Paise in the bank's format: 5100000 → `51000.00` (`51000` is refused). @throws RangeError outside 0 … 999999999.99 rupees */
export function formatGatewayAmount(paise: number): string {
  if (!Number.isSafeInteger(paise) || paise < 0 || paise > MAX_PAISE)
    throw new RangeError(`not an amount in paise: ${paise}`);
  return `${Math.floor(paise / 100)}.${String(paise % 100).padStart(2, '0')}`;
}

/** Paise of an amount in an answer, where `100`, `100.0` and `100.00` are equal; null for anything else. */
export function readGatewayAmount(text: string | undefined): number | null {
  return text !== undefined && TOLERANT.test(text) ? toPaise(text) : null;
}

/** As {@link readGatewayAmount}, with a minus sign for deductions. */
export function readSignedAmount(text: string | undefined): number | null {
  if (text === undefined) return null;
  const paise = readGatewayAmount(text.startsWith('-') ? text.slice(1) : text);
  return paise !== null && paise > 0 && text.startsWith('-') ? -paise : paise;
}

function toPaise(text: string): number {
  const [whole = '', fraction = ''] = text.split('.');
  return Number(whole) * 100 + Number(fraction.padEnd(2, '0'));
}
