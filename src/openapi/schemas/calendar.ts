// Made from src/contracts, where the types and their comments are to be changed.
// To renew it: RENEW=1 npm run test:unit -- --testPathPatterns=contract-schemas
import type { Schema } from '../schema.js';

export default {
  BankHoliday: {
    properties: {
      "day": {"type":"string","description":"`YYYY-MM-DD`, Indian calendar."},
      "name": {"type":"string"},
    },
    type: "object",
    required: ["day","name"],
    additionalProperties: false,
    description: "A day on which banks are closed beside Sundays and the second and fourth Saturday of a month.",
  },
  BankHolidayList: {
    properties: {
      "holidays": {"type":"array","items":{"$ref":"#/components/schemas/BankHoliday"}},
    },
    type: "object",
    required: ["holidays"],
    additionalProperties: false,
    description: "GET /api/bank-holidays, and the answer to each change. By day.",
  },
} satisfies Record<string, Schema>;
