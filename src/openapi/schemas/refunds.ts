// Made from src/contracts, where the types and their comments are to be changed.
// To renew it: RENEW=1 npm run test:unit -- --testPathPatterns=contract-schemas
import type { Schema } from '../schema.js';

export default {
  RefundRequest: {
    properties: {
      "refundAmount": {"type":"number","description":"Rupees."},
      "refundReason": {"type":"string"},
      "duplicateChargeId": {"type":"string","description":"Gives back this duplicate charge instead of the payment: the token stays. From RefundList."},
    },
    type: "object",
    required: ["refundAmount"],
    additionalProperties: false,
    description: "POST /api/sales-manager/payments/{paymentId}/refund",
  },
  RefundSums: {
    properties: {
      "refundedAmount": {"type":"number","description":"Given back, as the bank has confirmed."},
      "pendingRefundAmount": {"type":"number","description":"On its way."},
      "refundableAmount": {"type":"number","description":"What could be refunded now; 0 where a rule forbids it."},
    },
    type: "object",
    required: ["refundedAmount","pendingRefundAmount","refundableAmount"],
    additionalProperties: false,
    description: "Of the payment, or of the duplicate charge that the refund is about. Rupees.",
  },
  RefundData: {
    properties: {
      "refundId": {"type":"string"},
      "status": {"enum":["unknown","requested","processing","completed","rejected"]},
      "refundedAmount": {"type":"number","description":"Given back, as the bank has confirmed."},
      "pendingRefundAmount": {"type":"number","description":"On its way."},
      "refundableAmount": {"type":"number","description":"What could be refunded now; 0 where a rule forbids it."},
    },
    type: "object",
    required: ["refundId","status","refundedAmount","pendingRefundAmount","refundableAmount"],
    additionalProperties: false,
  },
  RefundRow: {
    properties: {
      "refundId": {"type":"string"},
      "kind": {"enum":["payment","duplicate"]},
      "duplicateChargeId": {"type":["string","null"]},
      "amount": {"type":"number"},
      "status": {"enum":["unknown","requested","processing","completed","rejected"]},
      "origin": {"enum":["order","reversal","outside"],"description":"Anything but `order` was recorded by an admin: the money went back without an order of ours."},
      "reason": {"type":"string"},
      "failure": {"type":["string","null"],"description":"What the bank said when it refused."},
      "isOverdue": {"type":"boolean","description":"Under way for more than five bank days."},
      "createdAt": {"type":"string","format":"date-time"},
      "settledAt": {"type":["string","null"],"format":"date-time"},
      "bankReference": {"type":["string","null"],"description":"The bank's own number of the refund, to be named when asking there; null while it has none."},
      "ourReference": {"type":"string","description":"Our reference, under which the bank was told."},
    },
    type: "object",
    required: ["refundId","kind","duplicateChargeId","amount","status","origin","reason","failure","isOverdue","createdAt","settledAt","bankReference","ourReference"],
    additionalProperties: false,
  },
  DuplicateCharge: {
    properties: {
      "id": {"type":"string"},
      "amount": {"type":"number"},
      "capturedAt": {"type":["string","null"],"format":"date-time"},
      "bankTxnId": {"type":["string","null"],"description":"The last four characters."},
      "refundedAmount": {"type":"number","description":"Given back, as the bank has confirmed."},
      "pendingRefundAmount": {"type":"number","description":"On its way."},
      "refundableAmount": {"type":"number","description":"What could be refunded now; 0 where a rule forbids it."},
    },
    type: "object",
    required: ["id","amount","capturedAt","bankTxnId","refundedAmount","pendingRefundAmount","refundableAmount"],
    additionalProperties: false,
    description: "Money that the bank took although the payment was already paid.",
  },
  RefundList: {
    properties: {
      "refunds": {"type":"array","items":{"$ref":"#/components/schemas/RefundRow"}},
      "duplicateCharges": {"type":"array","items":{"$ref":"#/components/schemas/DuplicateCharge"}},
      "isEnabled": {"type":"boolean","description":"While false the server refuses every refund."},
      "notRefundable": {"type":["string","null"],"description":"Why the payment cannot be refunded now; null when it can."},
      "refundedAmount": {"type":"number","description":"Given back, as the bank has confirmed."},
      "pendingRefundAmount": {"type":"number","description":"On its way."},
      "refundableAmount": {"type":"number","description":"What could be refunded now; 0 where a rule forbids it."},
    },
    type: "object",
    required: ["refunds","duplicateCharges","isEnabled","notRefundable","refundedAmount","pendingRefundAmount","refundableAmount"],
    additionalProperties: false,
    description: "GET /api/payments/{paymentId}/refunds, newest first.",
  },
  PermissionRequest: {
    properties: {
      "isEnabled": {"type":"boolean"},
    },
    type: "object",
    additionalProperties: false,
    description: "PUT /api/auth/togglePermission/{id}: the state that is wanted, so that a repetition changes nothing; without it the switch is flipped.",
  },
  PermissionState: {
    properties: {
      "isEnabled": {"type":"boolean"},
      "_id": {"type":"string"},
    },
    type: "object",
    required: ["isEnabled","_id"],
    additionalProperties: false,
    description: "GET /api/auth/getPermissionStatus, PUT /api/auth/togglePermission/{id}: also beside `success`, at the top.",
  },
} satisfies Record<string, Schema>;
