/** An element's own class and those that whoever uses it adds. */
export function joined(...names: (string | undefined)[]): string {
  return names.filter(Boolean).join(' ');
}
