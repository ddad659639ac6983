// Made from src/contracts, where the types and their comments are to be changed.
// To renew it: RENEW=1 npm run test:unit -- --testPathPatterns=contract-schemas
import type { Schema } from '../schema.js';

export default {
  ApiFailure: {
    properties: {
      "success": {"const":false},
      "message": {"type":"string"},
      "error": {"type":"string","description":"A code in capitals, stable for programs."},
      "details": {"type":"object","additionalProperties":{"type":"string"},"description":"One text per refused field."},
    },
    type: "object",
    required: ["success","message","error"],
    additionalProperties: false,
  },
  Pagination: {
    properties: {
      "currentPage": {"type":"number"},
      "totalPages": {"type":"number"},
      "totalCount": {"type":"number"},
      "hasNext": {"type":"boolean"},
      "hasPrev": {"type":"boolean"},
    },
    type: "object",
    required: ["currentPage","totalPages","totalCount","hasNext","hasPrev"],
    additionalProperties: false,
  },
  PaymentsPagination: {
    properties: {
      "totalIsCapped": {"type":"boolean","description":"There are more than `totalCount`: `?total=exact` answers how many."},
      "currentPage": {"type":"number"},
      "totalPages": {"type":"number"},
      "totalCount": {"type":"number"},
      "hasNext": {"type":"boolean"},
      "hasPrev": {"type":"boolean"},
    },
    type: "object",
    required: ["totalIsCapped","currentPage","totalPages","totalCount","hasNext","hasPrev"],
    additionalProperties: false,
    description: "Of a list of payments.",
  },
} satisfies Record<string, Schema>;
