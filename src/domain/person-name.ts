const MIN_VISIBLE = 2;
/** What stands by itself and shows: no fillers, zero-width characters, controls or blank patterns. */
const BASE = /(?!\p{Default_Ignorable_Code_Point}|\u2800)[\p{L}\p{N}\p{P}\p{S}]/u;
/** The same, and the vowel signs of scripts that write them as marks; accents by themselves are neither. */
const VISIBLE = /(?!\p{Default_Ignorable_Code_Point}|\u2800)[\p{L}\p{N}\p{P}\p{S}\p{Alphabetic}]/gu;

/** True for a name with at least two visible characters, one of them no mark. Lengths are judged elsewhere. */
export function isVisibleName(name: string): boolean {
  return BASE.test(name) && (name.match(VISIBLE)?.length ?? 0) >= MIN_VISIBLE;
}
