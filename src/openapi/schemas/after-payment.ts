// Made from src/contracts, where the types and their comments are to be changed.
// To renew it: RENEW=1 npm run test:unit -- --testPathPatterns=contract-schemas
import type { Schema } from '../schema.js';

export default {
  PaymentFailure: {
    properties: {
      "title": {"type":"string"},
      "text": {"type":"string"},
      "nextStep": {"type":"string"},
    },
    type: "object",
    required: ["title","text","nextStep"],
    additionalProperties: false,
    description: "Why the last try did not go through, and what the customer can do now. Never the bank's own words.",
  },
  PublicUnclear: {
    properties: {
      "since": {"type":"string","description":"When the customer was last sent to the bank."},
      "lastAskedAt": {"type":["string","null"],"format":"date-time","description":"Null while the bank has not been asked since then."},
      "lastAnswer": {"type":["string","null"],"description":"In plain words; null while the bank has not been asked."},
      "nextCheckAt": {"type":["string","null"],"format":"date-time","description":"Null when a person has taken over from the automatic check."},
    },
    type: "object",
    required: ["since","lastAskedAt","lastAnswer","nextCheckAt"],
    additionalProperties: false,
    description: "A payment that was sent to the bank and is not finally answered. Times are ISO 8601, UTC.",
  },
  PublicRefundState: {"enum":["requested","completed","accepted","not-accepted"]},
  PublicRefund: {
    properties: {
      "amount": {"type":"number","description":"Rupees."},
      "state": {"$ref":"#/components/schemas/PublicRefundState"},
      "stateLabel": {"type":"string"},
      "requestedAt": {"type":"string","format":"date-time","description":"ISO 8601, UTC."},
      "completedAt": {"type":["string","null"],"format":"date-time"},
      "expected": {"type":["object","null"],"properties":{"from":{"type":"string","description":"Indian calendar days, `yyyy-mm-dd`."},"to":{"type":"string"}},"required":["from","to"],"additionalProperties":false,"description":"Indian calendar days; null until the bank has accepted it, and once it was refused."},
      "bankReference": {"type":["string","null"],"description":"The bank's number of the refund, to be named when asking there; null while there is none."},
      "ofDuplicateCharge": {"type":"boolean","description":"Money that was taken twice: the payment and its token are untouched by it."},
    },
    type: "object",
    required: ["amount","state","stateLabel","requestedAt","completedAt","expected","bankReference","ofDuplicateCharge"],
    additionalProperties: false,
    description: "One refund as the customer follows it.",
  },
  PublicReceipt: {
    properties: {
      "paymentId": {"type":"string"},
      "number": {"type":"string"},
      "issuedAt": {"type":"string","format":"date-time","description":"ISO 8601, UTC."},
      "paidAt": {"type":"string","format":"date-time"},
      "purchase": {"type":"string","description":"`Gold token`, `Token upgrade: Gold to Platinum`."},
      "tokenNumber": {"type":"string"},
      "originalTokenNumber": {"type":["string","null"]},
      "amount": {"type":"number","description":"Rupees."},
      "amountInWords": {"type":"string"},
      "refundedAmount": {"type":"number"},
      "paymentMode": {"type":"string"},
      "bankReferenceEnd": {"type":["string","null"],"description":"The end of the bank's transaction number: enough to find it on a statement, too little to quote it."},
      "customer": {"type":"object","properties":{"name":{"type":"string"},"email":{"type":"string"}},"required":["name","email"],"additionalProperties":false},
      "refunds": {"type":"array","items":{"$ref":"#/components/schemas/PublicRefund"}},
    },
    type: "object",
    required: ["paymentId","number","issuedAt","paidAt","purchase","tokenNumber","originalTokenNumber","amount","amountInWords","refundedAmount","paymentMode","bankReferenceEnd","customer","refunds"],
    additionalProperties: false,
    description: "What stands on a receipt. No more of the customer than {@link PublicPayment } shows: the link may be passed on.",
  },
  SendReceiptData: {
    properties: {
      "paymentId": {"type":"string"},
      "receiptNumber": {"type":"string"},
      "to": {"type":"string","description":"Masked; always the recorded address."},
    },
    type: "object",
    required: ["paymentId","receiptNumber","to"],
    additionalProperties: false,
    description: "POST /api/payments/{paymentId}/send-receipt",
  },
} satisfies Record<string, Schema>;
