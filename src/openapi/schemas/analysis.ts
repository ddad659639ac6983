// Made from src/contracts, where the types and their comments are to be changed.
// To renew it: RENEW=1 npm run test:unit -- --testPathPatterns=contract-schemas
import type { Schema } from '../schema.js';

export default {
  AnalysisData: {
    properties: {
      "keyMetrics": {"type":"object","properties":{"totalTransactions":{"type":"number"},"totalRevenue":{"type":"number"},"averageTransactionValue":{"type":"number"}},"required":["totalTransactions","totalRevenue","averageTransactionValue"],"additionalProperties":false},
      "salesManagerChartData": {"type":"object","properties":{"labels":{"type":"array","items":{"type":"string"}},"revenueData":{"type":"array","items":{"type":"number"}},"countData":{"type":"array","items":{"type":"number"}}},"required":["labels","revenueData","countData"],"additionalProperties":false},
      "money": {"type":"object","properties":{"gross":{"type":"number"},"refunded":{"type":"number"},"net":{"type":"number"}},"required":["gross","refunded","net"],"additionalProperties":false,"description":"net = gross − refunded; net is the revenue."},
      "managers": {"type":"array","items":{"$ref":"#/components/schemas/ManagerFigures"}},
      "funnel": {"type":"object","properties":{"created":{"type":"number"},"opened":{"type":"number"},"initiated":{"type":"number"},"paid":{"type":"number"}},"required":["created","opened","initiated","paid"],"additionalProperties":false,"description":"Of the links made in these days, how many got how far. Each step counts those that went further."},
      "failures": {"type":"array","items":{"type":"object","properties":{"reason":{"type":"string"},"count":{"type":"number"},"codes":{"type":"array","items":{"type":"string"}}},"required":["reason","count","codes"],"additionalProperties":false},"description":"Why links made in these days failed or were cancelled, most frequent first."},
      "hours": {"type":"array","items":{"type":"object","properties":{"hour":{"type":"number"},"created":{"type":"number"},"paid":{"type":"number"}},"required":["hour","created","paid"],"additionalProperties":false},"description":"24 rows, Asia/Kolkata: links by the hour they were made, payments by the hour they were paid."},
      "filters": {"$ref":"#/components/schemas/DayRange"},
    },
    type: "object",
    required: ["keyMetrics","salesManagerChartData","money","managers","funnel","failures","hours","filters"],
    additionalProperties: false,
    description: "GET /api/payments/admin/analysis?startDate&endDate. Money is in rupees and counts by the day of payment.",
  },
  ManagerFigures: {
    properties: {
      "id": {"type":"string"},
      "label": {"type":"string"},
      "gross": {"type":"number"},
      "refunded": {"type":"number"},
      "revenue": {"type":"number"},
      "transactions": {"type":"number"},
    },
    type: "object",
    required: ["id","label","gross","refunded","revenue","transactions"],
    additionalProperties: false,
  },
  DayRange: {
    properties: {
      "startDate": {"type":"string"},
      "endDate": {"type":"string"},
    },
    type: "object",
    required: ["startDate","endDate"],
    additionalProperties: false,
    description: "Days of the Indian calendar, both included; an empty text leaves that side open.",
  },
} satisfies Record<string, Schema>;
