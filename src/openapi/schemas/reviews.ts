// Made from src/contracts, where the types and their comments are to be changed.
// To renew it: RENEW=1 npm run test:unit -- --testPathPatterns=contract-schemas
import type { Schema } from '../schema.js';

export default {
  Fact: {
    properties: {
      "label": {"type":"string"},
      "value": {"type":"string"},
    },
    type: "object",
    required: ["label","value"],
    additionalProperties: false,
    description: "A label and what stands there, ready to be shown.",
  },
  DecisionChoice: {
    properties: {
      "decision": {"enum":["dismiss","ask_again","refund_duplicate","settled_outside","confirm_reversal","reversal_error","refunded_at_bank","close_not_paid","repaid_outside"]},
      "label": {"type":"string"},
      "explanation": {"type":"string","description":"What follows from it."},
      "needsBankReference": {"type":"boolean"},
      "needsAmount": {"type":"boolean"},
    },
    type: "object",
    required: ["decision","label","explanation","needsBankReference","needsAmount"],
    additionalProperties: false,
  },
  ReviewAttempt: {
    properties: {
      "invoiceNo": {"type":"string"},
      "status": {"type":"string"},
      "amount": {"type":"number","description":"Rupees."},
      "isDuplicate": {"type":"boolean"},
      "bankTxnId": {"type":["string","null"]},
      "capturedAt": {"type":["string","null"],"format":"date-time"},
      "lastCheckedAt": {"type":["string","null"],"format":"date-time"},
    },
    type: "object",
    required: ["invoiceNo","status","amount","isDuplicate","bankTxnId","capturedAt","lastCheckedAt"],
    additionalProperties: false,
  },
  ReviewRow: {
    properties: {
      "reviewId": {"type":"string"},
      "paymentId": {"type":"string"},
      "reason": {"enum":["amount_mismatch","currency_mismatch","merchant_mismatch","reference_mismatch","txn_reused","excess_capture","second_capture","upgrade_duplicate","upgrade_source_refunded","bank_reversal","capture_unconfirmed","refund_unclear","refund_overdue","refund_mismatch","refund_reversed","unresolved_at_bank"]},
      "reasonLabel": {"type":"string"},
      "explanation": {"type":"string"},
      "state": {"enum":["open","waiting","decided"]},
      "amount": {"type":"number","description":"Rupees at stake now: what a decision about money is about."},
      "customer": {"type":"object","properties":{"name":{"type":"string"},"email":{"type":"string"}},"required":["name","email"],"additionalProperties":false},
      "salesManager": {"type":"object","properties":{"name":{"type":"string"},"email":{"type":"string"}},"required":["name","email"],"additionalProperties":false},
      "tokenType": {"enum":["gold","silver","platinum"]},
      "tokenNumber": {"type":"string"},
      "tokenVoid": {"type":"boolean","description":"The whole amount was given back: the token number is void."},
      "paymentStatus": {"enum":["failed","cancelled","completed","pending","initiated","refunded"]},
      "paymentStatusLabel": {"type":"string"},
      "openedAt": {"type":"string","format":"date-time"},
      "said": {"type":"array","items":{"$ref":"#/components/schemas/Fact"},"description":"What the bank said, and what was expected."},
      "expected": {"type":"array","items":{"$ref":"#/components/schemas/Fact"}},
      "attempts": {"type":"array","items":{"$ref":"#/components/schemas/ReviewAttempt"}},
      "answers": {"type":"array","items":{"type":"object","properties":{"at":{"type":"string"},"outcome":{"type":"string"},"fields":{"type":"array","items":{"$ref":"#/components/schemas/Fact"}}},"required":["at","outcome","fields"],"additionalProperties":false},"description":"The bank's last answers about it, newest first, masked."},
      "choices": {"type":"array","items":{"$ref":"#/components/schemas/DecisionChoice"}},
      "blocked": {"type":["string","null"],"description":"Why fewer decisions are possible than usual."},
      "decided": {"type":["object","null"],"properties":{"label":{"type":"string"},"by":{"type":["string","null"]},"at":{"type":"string"},"note":{"type":["string","null"]},"bankReference":{"type":["string","null"]}},"required":["label","by","at","note","bankReference"],"additionalProperties":false,"description":"Null while nobody has decided."},
    },
    type: "object",
    required: ["reviewId","paymentId","reason","reasonLabel","explanation","state","amount","customer","salesManager","tokenType","tokenNumber","tokenVoid","paymentStatus","paymentStatusLabel","openedAt","said","expected","attempts","answers","choices","blocked","decided"],
    additionalProperties: false,
    description: "One row of GET /api/admin/reviews, and GET /api/admin/reviews/{reviewId}.",
  },
  ReviewFilters: {
    properties: {
      "state": {"enum":["open","decided"]},
      "reason": {"enum":["","amount_mismatch","currency_mismatch","merchant_mismatch","reference_mismatch","txn_reused","excess_capture","second_capture","upgrade_duplicate","upgrade_source_refunded","bank_reversal","capture_unconfirmed","refund_unclear","refund_overdue","refund_mismatch","refund_reversed","unresolved_at_bank"]},
      "decidedBy": {"type":"string","description":"Id of the admin who decided; only with `decided`."},
      "sort": {"enum":["oldest","largest"]},
      "page": {"type":"number"},
    },
    type: "object",
    required: ["state","reason","decidedBy","sort","page"],
    additionalProperties: false,
  },
  ReviewList: {
    properties: {
      "reviews": {"type":"array","items":{"$ref":"#/components/schemas/ReviewRow"}},
      "pagination": {"$ref":"#/components/schemas/Pagination"},
    },
    type: "object",
    required: ["reviews","pagination"],
    additionalProperties: false,
  },
  ReviewDecisionRequest: {
    properties: {
      "decision": {"enum":["dismiss","ask_again","refund_duplicate","settled_outside","confirm_reversal","reversal_error","refunded_at_bank","close_not_paid","repaid_outside"]},
      "note": {"type":"string","description":"3 to 500 characters."},
      "bankReference": {"type":"string","description":"As the bank gave it, for what was settled there."},
      "confirmedAmount": {"type":"number","description":"Rupees, as shown to whoever decided; refused when something else is at stake by now."},
    },
    type: "object",
    required: ["decision","note"],
    additionalProperties: false,
    description: "POST /api/admin/reviews/{reviewId}/decide",
  },
  ReviewCount: {
    properties: {
      "open": {"type":"number"},
    },
    type: "object",
    required: ["open"],
    additionalProperties: false,
    description: "GET /api/admin/reviews/count",
  },
} satisfies Record<string, Schema>;
