/** A sentence with things in it, such as a link or a time, in the order of its language. */
export type Parts = readonly unknown[];

/** The same shape with any words in it: what another language has to fill. */
export type Worded<T> = T extends string
  ? string
  : T extends (...values: infer V) => infer R
    ? (...values: V) => Worded<R>
    : T extends Parts
      ? Parts
      : { readonly [K in keyof T]: Worded<T[K]> };

export const BANK_NAME = 'ICICI Bank';
