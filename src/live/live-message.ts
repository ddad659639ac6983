import { z } from 'zod';
import { TIER_CODE } from '../domain/catalogue/tier-code.js';
import { PAYMENT_STATUSES } from '../domain/payment/payment-status.js';
import { TOKEN_TYPES } from '../domain/payment/token-catalogue.js';

const payment = z.object({
  paymentId: z.string().regex(/^[\w-]{1,64}$/),
  kind: z.enum(['status', 'opened', 'changed']),
  status: z.enum(PAYMENT_STATUSES),
  statusLabel: z.string().max(60),
  tokenNumber: z.string().max(40),
  tokenType: z.enum(TOKEN_TYPES),
  at: z.iso.datetime(),
});
const units = z
  .object({
    projectId: z.number().int().positive(),
    /** Missing in messages of an older release, which knows no codes but the medals. */
    tierCode: z.string().regex(TIER_CODE).optional(),
    tokenType: z.enum(TOKEN_TYPES).nullable(),
    left: z.number().int().min(0).nullable(),
    version: z.number().int().min(0),
  })
  .transform((said) => ({ ...said, tierCode: said.tierCode ?? said.tokenType ?? '' }));
const id = z.number().int().positive();

/** Messages between instances. They may come from another release, so they are validated. */
const message = z.discriminatedUnion('type', [
  /** A payment of this seller changed. */
  z.object({
    type: z.literal('payment'),
    salesManagerId: id,
    /** Missing in messages of an older release: admins of some projects do not get those. */
    projectId: id.optional(),
    payment,
  }),
  /** How many units of a tier are left has changed. */
  z.object({ type: z.literal('units'), units }),
  /** A session of this user may have ended, or the user's rights have changed. */
  z.object({ type: z.literal('sessions'), userId: id }),
]);
const envelope = z.object({ from: z.string(), message });

export type LiveMessage = z.infer<typeof message>;

export function sealed(from: string, content: LiveMessage): string {
  return JSON.stringify({ from, message: content });
}

/** Null for a message that this release does not know. */
export function unsealed(text: string): { from: string; message: LiveMessage } | null {
  try {
    return envelope.parse(JSON.parse(text));
  } catch {
    return null;
  }
}
