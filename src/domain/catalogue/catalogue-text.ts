import type { NewCatalogue } from './catalogue-rules.js';

/**
 * A version as one text: what its digest is taken over, and what makes two versions the same. A code that equals its medal is not
 * written, so digests from before there were codes hold.
 */
export function catalogueText({ tiers, paths }: NewCatalogue): string {
  return JSON.stringify([
    tiers.map((tier) => [
      tier.tokenType,
      tier.offered,
      tier.name,
      tier.price,
      tier.description,
      tier.saleFrom,
      tier.saleTo,
      tier.prefix,
      tier.width,
      ...(tier.code === tier.tokenType ? [] : [tier.code]),
    ]),
    paths.map(({ from, to, price }) => [from, to, price]).sort((a, b) => (String(a) < String(b) ? -1 : 1)),
  ]);
}
