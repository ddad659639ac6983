// Made from src/contracts, where the types and their comments are to be changed.
// To renew it: RENEW=1 npm run test:unit -- --testPathPatterns=contract-schemas
import type { Schema } from '../schema.js';

export default {
  PaymentHistoryItem: {
    properties: {
      "_id": {"type":"string"},
      "paymentId": {"type":"string"},
      "paymentType": {"enum":["upgrade","initial","installment"]},
      "tokenType": {"enum":["gold","silver","platinum"]},
      "upgradeFrom": {"enum":["gold","silver","platinum",null]},
      "upgradeTo": {"enum":["gold","silver","platinum",null]},
      "upgradeDescription": {"type":["string","null"]},
      "status": {"enum":["failed","cancelled","completed","pending","initiated","refunded"]},
      "statusLabel": {"type":"string"},
      "createdAt": {"type":"string","format":"date-time"},
      "paidAt": {"type":["string","null"],"format":"date-time"},
      "tokenNumber": {"type":"string","description":"`N/A` until the payment is completed."},
      "amount": {"type":"number","description":"Rupees."},
      "refundedAmount": {"type":"number"},
      "paymentGateway": {"type":"string"},
    },
    type: "object",
    required: ["_id","paymentId","paymentType","tokenType","upgradeFrom","upgradeTo","upgradeDescription","status","statusLabel","createdAt","paidAt","tokenNumber","amount","refundedAmount","paymentGateway"],
    additionalProperties: false,
  },
  PaymentHistoryData: {
    properties: {
      "history": {"type":"array","items":{"$ref":"#/components/schemas/PaymentHistoryItem"}},
      "summary": {"type":"object","properties":{"totalPayments":{"type":"number"},"totalSpent":{"type":"number","description":"Rupees of completed payments less settled refunds."},"totalUpgradeAmount":{"type":"number","description":"The part of it that went into upgrades."},"currentTokenType":{"enum":["gold","silver","platinum"]}},"required":["totalPayments","totalSpent","totalUpgradeAmount","currentTokenType"],"additionalProperties":false},
    },
    type: "object",
    required: ["history","summary"],
    additionalProperties: false,
    description: "GET /api/payments/token/{tokenNumber}/payment-history: the whole line of the token, oldest payment first.",
  },
  Transaction: {
    properties: {
      "_id": {"type":"string"},
      "id": {"type":"string"},
      "customer": {"type":"object","properties":{"id":{"type":"string"},"name":{"type":"string"},"email":{"type":"string"},"phone":{"type":["string","null"]}},"required":["id","name","email","phone"],"additionalProperties":false},
      "tokenType": {"enum":["gold","silver","platinum"]},
      "tokenNumber": {"type":"string"},
      "paymentType": {"enum":["upgrade","initial","installment"]},
      "amount": {"type":"number","description":"Rupees."},
      "refundedAmount": {"type":"number"},
      "createdAt": {"type":"string","format":"date-time"},
      "paidAt": {"type":["string","null"],"format":"date-time"},
      "status": {"enum":["failed","cancelled","completed","pending","initiated","refunded"]},
      "statusLabel": {"type":"string"},
      "paymentId": {"type":"string"},
      "paymentGateway": {"type":"string"},
      "propertyDetails": {"type":"null","description":"A token is sold before a property is chosen, so there is nothing to tell yet."},
    },
    type: "object",
    required: ["_id","id","customer","tokenType","tokenNumber","paymentType","amount","refundedAmount","createdAt","paidAt","status","statusLabel","paymentId","paymentGateway","propertyDetails"],
    additionalProperties: false,
  },
  TransactionsData: {
    properties: {
      "transactions": {"type":"array","items":{"$ref":"#/components/schemas/Transaction"}},
      "summary": {"type":"object","properties":{"totalAmount":{"type":"number"},"totalTransactions":{"type":"number"},"completedTransactions":{"type":"number"}},"required":["totalAmount","totalTransactions","completedTransactions"],"additionalProperties":false},
      "pagination": {"$ref":"#/components/schemas/Pagination"},
    },
    type: "object",
    required: ["transactions","summary","pagination"],
    additionalProperties: false,
    description: "GET /api/payments/transactions/all: newest first; the summary is over everything in reach, not over the page.",
  },
} satisfies Record<string, Schema>;
