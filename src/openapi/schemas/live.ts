// Made from src/contracts, where the types and their comments are to be changed.
// To renew it: RENEW=1 npm run test:unit -- --testPathPatterns=contract-schemas
import type { Schema } from '../schema.js';

export default {
  LivePayment: {
    properties: {
      "paymentId": {"type":"string"},
      "kind": {"enum":["status","opened","changed"],"description":"`status`: it moved; `opened`: the customer opened the link for the first time; `changed`: look again."},
      "status": {"enum":["failed","cancelled","completed","pending","initiated","refunded"]},
      "statusLabel": {"type":"string"},
      "tokenNumber": {"type":"string","description":"`N/A` until the payment is completed."},
      "tokenType": {"enum":["gold","silver","platinum"]},
      "at": {"type":"string","description":"ISO 8601, UTC."},
    },
    type: "object",
    required: ["paymentId","kind","status","statusLabel","tokenNumber","tokenType","at"],
    additionalProperties: false,
    description: "One message of `GET /api/events` (server-sent events, event name `payment`): what changed for a payment, with what a screen needs to show it at once. A seller hears of own payments, an admin of all.",
  },
} satisfies Record<string, Schema>;
