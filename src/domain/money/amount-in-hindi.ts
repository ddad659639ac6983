/** Hindi has a word of its own for every number up to 99. */
const SMALL = (
  'शून्य एक दो तीन चार पाँच छह सात आठ नौ ' +
  'दस ग्यारह बारह तेरह चौदह पंद्रह सोलह सत्रह अठारह उन्नीस ' +
  'बीस इक्कीस बाईस तेईस चौबीस पच्चीस छब्बीस सत्ताईस अट्ठाईस उनतीस ' +
  'तीस इकतीस बत्तीस तैंतीस चौंतीस पैंतीस छत्तीस सैंतीस अड़तीस उनतालीस ' +
  'चालीस इकतालीस बयालीस तैंतालीस चौवालीस पैंतालीस छियालीस सैंतालीस अड़तालीस उनचास ' +
  'पचास इक्यावन बावन तिरपन चौवन पचपन छप्पन सत्तावन अट्ठावन उनसठ ' +
  'साठ इकसठ बासठ तिरसठ चौंसठ पैंसठ छियासठ सड़सठ अड़सठ उनहत्तर ' +
  'सत्तर इकहत्तर बहत्तर तिहत्तर चौहत्तर पचहत्तर छिहत्तर सतहत्तर अठहत्तर उनासी ' +
  'अस्सी इक्यासी बयासी तिरासी चौरासी पचासी छियासी सत्तासी अट्ठासी नवासी ' +
  'नब्बे इक्यानवे बानवे तिरानवे चौरानवे पचानवे छियानवे सत्तानवे अट्ठानवे निन्यानवे'
).split(' ');
const UNITS: readonly [number, string][] = [
  [1_00_00_000, 'करोड़'],
  [1_00_000, 'लाख'],
  [1_000, 'हज़ार'],
  [100, 'सौ'],
];

/** Paise in Hindi words: 5100050 → `इक्यावन हज़ार रुपये और पचास पैसे`. @throws RangeError for what is no amount */
export function amountInHindi(paise: number): string {
  if (!Number.isSafeInteger(paise) || paise < 0) throw new RangeError(`not an amount: ${paise}`);
  const rupees = Math.floor(paise / 100);
  const rest = paise % 100;
  const text = `${words(rupees)} ${rupees === 1 ? 'रुपया' : 'रुपये'}`;
  return rest === 0 ? text : `${text} और ${words(rest)} ${rest === 1 ? 'पैसा' : 'पैसे'}`;
}

function words(value: number): string {
  if (value < 100) return SMALL[value] ?? '';
  for (const [size, name] of UNITS) {
    if (value < size) continue;
    const rest = value % size;
    return `${words(Math.floor(value / size))} ${name}${rest ? ` ${words(rest)}` : ''}`;
  }
  return '';
}
