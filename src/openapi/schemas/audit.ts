// Made from src/contracts, where the types and their comments are to be changed.
// To renew it: RENEW=1 npm run test:unit -- --testPathPatterns=contract-schemas
import type { Schema } from '../schema.js';

export default {
  AuditRow: {
    properties: {
      "id": {"type":"string"},
      "seq": {"type":["number","null"],"description":"The place in the chain; null until it is sealed, a moment after it was written."},
      "at": {"type":"string"},
      "actor": {"type":"object","properties":{"label":{"type":"string"},"email":{"type":["string","null"]}},"required":["label","email"],"additionalProperties":false},
      "action": {"type":"string"},
      "actionLabel": {"type":"string"},
      "subject": {"type":"object","properties":{"type":{"type":"string"},"id":{"type":"string"},"label":{"type":"string"},"paymentId":{"type":["string","null"],"description":"The payment that it is about, where there is one."}},"required":["type","id","label","paymentId"],"additionalProperties":false},
      "from": {"type":["string","null"]},
      "to": {"type":["string","null"]},
      "reason": {"type":["string","null"]},
      "requestId": {"type":["string","null"]},
    },
    type: "object",
    required: ["id","seq","at","actor","action","actionLabel","subject","from","to","reason","requestId"],
    additionalProperties: false,
  },
  AuditFilters: {
    properties: {
      "actor": {"type":"string","description":"`user:<id>`, or who acts when nobody is signed in: `poll`, `cli` …"},
      "action": {"type":"string"},
      "subject": {"type":"string","description":"A payment id, or the email of a member of staff."},
      "from": {"type":"string"},
      "to": {"type":"string"},
      "text": {"type":"string","description":"Part of the reason."},
    },
    type: "object",
    required: ["actor","action","subject","from","to","text"],
    additionalProperties: false,
    description: "As in the address. Days are Asia/Kolkata.",
  },
  AuditChain: {
    properties: {
      "sealedTo": {"type":"number"},
      "lastHash": {"type":"string"},
      "unsealed": {"type":"number"},
      "checkedAt": {"type":["string","null"],"format":"date-time"},
      "checkedFrom": {"type":["number","null"]},
      "checkedTo": {"type":["number","null"]},
      "fault": {"type":["string","null"],"description":"What did not fit at the last check; null: whole."},
    },
    type: "object",
    required: ["sealedTo","lastHash","unsealed","checkedAt","checkedFrom","checkedTo","fault"],
    additionalProperties: false,
  },
  AuditList: {
    properties: {
      "rows": {"type":"array","items":{"$ref":"#/components/schemas/AuditRow"}},
      "newer": {"type":["string","null"],"description":"For `after` and `before`; null where the list ends."},
      "older": {"type":["string","null"]},
    },
    type: "object",
    required: ["rows","newer","older"],
    additionalProperties: false,
    description: "GET /api/admin/audit, newest first.",
  },
  AuditPage: {
    properties: {
      "filters": {"$ref":"#/components/schemas/AuditFilters"},
      "problems": {"type":"object","additionalProperties":{"type":"string"},"description":"One text per filter that could not be read; the list is then empty."},
      "chain": {"$ref":"#/components/schemas/AuditChain"},
      "actors": {"type":"array","items":{"type":"object","properties":{"value":{"type":"string"},"label":{"type":"string"}},"required":["value","label"],"additionalProperties":false}},
      "actions": {"type":"array","items":{"type":"object","properties":{"group":{"type":"string"},"actions":{"type":"array","items":{"type":"object","properties":{"action":{"type":"string"},"label":{"type":"string"}},"required":["action","label"],"additionalProperties":false}}},"required":["group","actions"],"additionalProperties":false}},
      "rows": {"type":"array","items":{"$ref":"#/components/schemas/AuditRow"}},
      "newer": {"type":["string","null"],"description":"For `after` and `before`; null where the list ends."},
      "older": {"type":["string","null"]},
    },
    type: "object",
    required: ["filters","problems","chain","actors","actions","rows","newer","older"],
    additionalProperties: false,
  },
} satisfies Record<string, Schema>;
