/** Texts of the double-sell guard, docs/product.md#customers. Only the form for a sale loads them. */
export const GUARD_MESSAGES = {
  anotherSellers: 'It belongs to another seller. A second link is made only with a reason.',
  openLink: (customer: string, tier: string, time: string, seller: string) =>
    `${customer} already has an open ${tier} link, made ${time} by ${seller}.`,
  heldToken: (customer: string, number: string, time: string, seller: string) =>
    `${customer} holds ${number}, paid ${time}, ${seller}'s desk.`,
  secondUnit: 'A second unit is sold only with a reason.',
  /** @param from tier of the token @param to tier that is to be sold, both within a sentence */
  upgradeInstead: (from: string, to: string) =>
    `By an upgrade the ${from} token becomes ${to}. A second unit is sold only with a reason.`,
  /** @param number null: a link that is not paid yet */
  elsewhere: (tier: string, number: string | null, project: string) =>
    number === null
      ? `Has an open ${tier.toLowerCase()} link in ${project}`
      : `Also holds ${tier} ${number} in ${project}`,
  moreElsewhere: (count: number) => `And ${count} more in other projects.`,
} as const;
