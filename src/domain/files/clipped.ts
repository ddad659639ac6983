/** The first code points of a text: a cut between two halves of one would make it unreadable. */
export function clipped(text: string, codePoints: number): string {
  return [...text].slice(0, codePoints).join('');
}
