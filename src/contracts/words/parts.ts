/** A sentence with elements such as a link or a time, in the word order of its language. */
export type Parts = readonly unknown[];

/** The type of the same texts in another language. */
export type Worded<T> = T extends string
  ? string
  : T extends (...values: infer V) => infer R
    ? (...values: V) => Worded<R>
    : T extends Parts
      ? Parts
      : { readonly [K in keyof T]: Worded<T[K]> };

export const BANK_NAME = 'ICICI Bank';
