/** For `LIKE … ESCAPE '!'`: what was typed is looked for literally. */
export function escapeLike(text: string): string {
  return text.replace(/[!%_]/g, (character) => `!${character}`);
}
