// Made from src/contracts, where the types and their comments are to be changed.
// To renew it: RENEW=1 npm run test:unit -- --testPathPatterns=contract-schemas
import type { Schema } from '../schema.js';

export default {
  AdminPaymentRow: {
    properties: {
      "id": {"type":"string"},
      "paymentId": {"type":"string"},
      "customer": {"type":"object","properties":{"id":{"type":"string"},"name":{"type":"string"},"email":{"type":"string"},"address":{"type":"object","properties":{"phone":{"type":["string","null"]}},"required":["phone"],"additionalProperties":false}},"required":["id","name","email","address"],"additionalProperties":false},
      "tokenType": {"enum":["gold","silver","platinum"]},
      "tokenNumber": {"type":"string"},
      "amount": {"type":"number"},
      "refundedAmount": {"type":"number"},
      "status": {"enum":["failed","cancelled","completed","pending","initiated","refunded"]},
      "statusLabel": {"type":"string"},
      "createdAt": {"type":"string","format":"date-time"},
      "paidAt": {"type":["string","null"],"format":"date-time"},
      "paymentGateway": {"type":"string"},
      "needsReview": {"type":"boolean"},
      "paymentType": {"enum":["upgrade","initial","installment"]},
      "paymentLinkExpiresAt": {"type":"string","format":"date-time"},
      "isPaymentLinkExpired": {"type":"boolean"},
      "nextCheckAt": {"type":["string","null"],"format":"date-time","description":"The bank is asked again at this time; null when nothing is pending there."},
      "openedAt": {"type":["string","null"],"format":"date-time","description":"When the customer first opened the link."},
      "upgradeState": {"enum":["completed","pending","available",null]},
      "salesManager": {"type":"object","properties":{"name":{"type":"string"},"email":{"type":"string"}},"required":["name","email"],"additionalProperties":false},
    },
    type: "object",
    required: ["id","paymentId","customer","tokenType","tokenNumber","amount","refundedAmount","status","statusLabel","createdAt","paidAt","paymentGateway","needsReview","paymentType","paymentLinkExpiresAt","isPaymentLinkExpired","nextCheckAt","openedAt","upgradeState","salesManager"],
    additionalProperties: false,
    description: "One row of GET /api/payments/admin/all.",
  },
  AdminPaymentsPagination: {
    properties: {
      "currentPage": {"type":"number"},
      "totalPages": {"type":"number"},
      "totalPayments": {"type":"number"},
      "totalIsCapped": {"type":"boolean","description":"There are more than `totalPayments`: only so many were counted."},
    },
    type: "object",
    required: ["currentPage","totalPages","totalPayments","totalIsCapped"],
    additionalProperties: false,
  },
  AdminFilters: {
    properties: {
      "search": {"type":"string"},
      "status": {"enum":["","failed","cancelled","completed","pending","initiated","refunded"]},
      "tokenType": {"enum":["","gold","silver","platinum"]},
      "salesManager": {"type":"string","description":"The id of a member of staff."},
      "startDate": {"type":"string","description":"`YYYY-MM-DD`, days in Asia/Kolkata, both included."},
      "endDate": {"type":"string"},
      "needsReview": {"type":"boolean"},
      "sort": {"enum":["status","date","amount","tokenType"]},
      "direction": {"enum":["asc","desc"]},
      "page": {"type":"number"},
    },
    type: "object",
    required: ["search","status","tokenType","salesManager","startDate","endDate","needsReview","sort","direction","page"],
    additionalProperties: false,
    description: "The filters of the admin's list as they stand in the address; an empty text is no filter.",
  },
  SellerOption: {
    properties: {
      "id": {"type":"string"},
      "name": {"type":"string"},
    },
    type: "object",
    required: ["id","name"],
    additionalProperties: false,
  },
  AdminStats: {
    properties: {
      "total": {"type":"number"},
      "gold": {"type":"number"},
      "silver": {"type":"number"},
      "platinum": {"type":"number"},
    },
    type: "object",
    required: ["total","gold","silver","platinum"],
    additionalProperties: false,
    description: "Unique customer-and-token-type pairs among completed payments.",
  },
} satisfies Record<string, Schema>;
