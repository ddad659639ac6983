const SMALL = (
  'zero one two three four five six seven eight nine ten eleven twelve ' +
  'thirteen fourteen fifteen sixteen seventeen eighteen nineteen'
).split(' ');
const TENS = ['', '', 'twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety'];
const UNITS: readonly [number, string][] = [
  [1_00_00_000, 'crore'],
  [1_00_000, 'lakh'],
  [1_000, 'thousand'],
  [100, 'hundred'],
];

/** Paise in Indian English words: 5100050 → `Fifty-one thousand rupees and fifty paise`. */
export function amountInWords(paise: number): string {
  if (!Number.isSafeInteger(paise) || paise < 0) throw new RangeError(`not an amount: ${paise}`);
  const rupees = Math.floor(paise / 100);
  const rest = paise % 100;
  const text = `${words(rupees)} ${rupees === 1 ? 'rupee' : 'rupees'}${rest ? ` and ${words(rest)} paise` : ''}`;
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function words(value: number): string {
  if (value < 20) return SMALL[value] ?? '';
  if (value < 100) return TENS[Math.floor(value / 10)] + (value % 10 ? `-${SMALL[value % 10]}` : '');
  for (const [size, name] of UNITS) {
    if (value >= size) {
      const rest = value % size;
      return `${words(Math.floor(value / size))} ${name}${rest ? ` ${words(rest)}` : ''}`;
    }
  }
  return '';
}
