const MIN_LETTERS = 2;
/** A letter of any script that shows: fillers, zero-width characters and other ignorable ones are none. */
const LETTER = /(?!\p{Default_Ignorable_Code_Point})\p{L}/u;
/** Letters and the vowel signs of scripts that write them as marks; accents by themselves are neither. */
const LETTERS_AND_VOWELS = /(?!\p{Default_Ignorable_Code_Point})\p{Alphabetic}/gu;

/** True for a name with at least two visible letters, one of them a base letter. Lengths are judged elsewhere. */
export function isVisibleName(name: string): boolean {
  return LETTER.test(name) && (name.match(LETTERS_AND_VOWELS)?.length ?? 0) >= MIN_LETTERS;
}
