/** Escapes a text for `LIKE … ESCAPE '!'`. */
export function escapeLike(text: string): string {
  return text.replace(/[!%_]/g, (character) => `!${character}`);
}
