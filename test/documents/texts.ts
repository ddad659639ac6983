/** Every text of a tree of texts by its path; those with values are asked with samples that no language translates. */
export function textsOf(value: unknown, path: string): [path: string, text: string][] {
  if (typeof value === 'string') return [[path, value]];
  if (Array.isArray(value)) return [[path, value.join('')]];
  if (typeof value === 'function') {
    if (path === 'amountInWords') return [[path, (value as (paise: number) => string)(100)]];
    const samples = Array.from({ length: 3 }, (_, at) => `XYZ${at}`);
    return textsOf((value as (...values: unknown[]) => unknown)(...samples), path);
  }
  return Object.entries(value as object).flatMap(([name, each]) =>
    textsOf(each, path === '' ? name : `${path}.${name}`),
  );
}
