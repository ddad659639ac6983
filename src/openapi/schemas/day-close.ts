// Made from src/contracts, where the types and their comments are to be changed.
// To renew it: RENEW=1 npm run test:unit -- --testPathPatterns=contract-schemas
import type { Schema } from '../schema.js';

export default {
  DayRow: {
    properties: {
      "sellerId": {"type":"string"},
      "seller": {"type":"string"},
      "tokenType": {"enum":["gold","silver","platinum",null],"description":"Null in a total."},
      "net": {"type":"number"},
      "failed": {"type":"number"},
      "cancelled": {"type":"number"},
      "refunded": {"type":"number"},
      "made": {"type":"number"},
      "opened": {"type":"number"},
      "paid": {"type":"number"},
      "unclear": {"type":"number"},
      "refunds": {"type":"number"},
      "gross": {"type":"number"},
    },
    type: "object",
    required: ["sellerId","seller","tokenType","net","failed","cancelled","refunded","made","opened","paid","unclear","refunds","gross"],
    additionalProperties: false,
    description: "One seller's day in one tier, or a total. Sums in rupees; net = gross − refunded.",
  },
  DayChange: {
    properties: {
      "seller": {"type":"string"},
      "tokenType": {"enum":["gold","silver","platinum"]},
      "figure": {"enum":["failed","cancelled","refunded","made","opened","paid","unclear","refunds","gross"]},
      "label": {"type":"string"},
      "before": {"type":"number"},
      "after": {"type":"number"},
      "isMoney": {"type":"boolean"},
    },
    type: "object",
    required: ["seller","tokenType","figure","label","before","after","isMoney"],
    additionalProperties: false,
    description: "A figure that is no longer what was closed.",
  },
  DayClosing: {
    properties: {
      "sequence": {"type":"number"},
      "closedAt": {"type":"string","format":"date-time"},
      "closedBy": {"type":"string"},
      "hash": {"type":"string"},
      "previousHash": {"type":["string","null"]},
      "isIntact": {"type":"boolean","description":"False: what is stored is not what was hashed when the day was closed, or the chain before it is broken."},
      "changes": {"type":"array","items":{"$ref":"#/components/schemas/DayChange"},"description":"What has moved since: normal after late payments, refunds and answers of the bank."},
      "later": {"type":"object","properties":{"paid":{"type":"number"},"paidAmount":{"type":"number"},"refunds":{"type":"number"},"refundedAmount":{"type":"number"}},"required":["paid","paidAmount","refunds","refundedAmount"],"additionalProperties":false,"description":"Since the closing, of links made or paid on the day."},
    },
    type: "object",
    required: ["sequence","closedAt","closedBy","hash","previousHash","isIntact","changes","later"],
    additionalProperties: false,
  },
  DayCloseData: {
    properties: {
      "day": {"type":"string"},
      "today": {"type":"string"},
      "canClose": {"type":"boolean","description":"The day is over and not closed."},
      "rows": {"type":"array","items":{"$ref":"#/components/schemas/DayRow"}},
      "total": {"$ref":"#/components/schemas/DayRow"},
      "closing": {"anyOf":[{"$ref":"#/components/schemas/DayClosing"},{"type":"null"}]},
      "computedAt": {"type":"string","format":"date-time"},
    },
    type: "object",
    required: ["day","today","canClose","rows","total","closing","computedAt"],
    additionalProperties: false,
    description: "GET /api/day-close?day=… As closed, where the day is; else as it is now.",
  },
} satisfies Record<string, Schema>;
