const MIN_VISIBLE = 2;
/** A visible character: no filler, zero-width character, control or blank pattern. */
const BASE = /(?!\p{Default_Ignorable_Code_Point}|\u2800)[\p{L}\p{N}\p{P}\p{S}]/u;
/** The same, and vowel signs of scripts that encode them as marks; a lone accent is neither. */
const VISIBLE = /(?!\p{Default_Ignorable_Code_Point}|\u2800)[\p{L}\p{N}\p{P}\p{S}\p{Alphabetic}]/gu;

/** True for a name with at least two visible characters, one of them not a mark. The maximum length is checked elsewhere. */
export function isVisibleName(name: string): boolean {
  return BASE.test(name) && (name.match(VISIBLE)?.length ?? 0) >= MIN_VISIBLE;
}
