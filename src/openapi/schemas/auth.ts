// Made from src/contracts, where the types and their comments are to be changed.
// To renew it: RENEW=1 npm run test:unit -- --testPathPatterns=contract-schemas
import type { Schema } from '../schema.js';

export default {
  SessionUser: {
    properties: {
      "id": {"type":"string"},
      "name": {"type":"string"},
      "email": {"type":"string"},
      "role": {"enum":["admin","sales_manager"]},
    },
    type: "object",
    required: ["id","name","email","role"],
    additionalProperties: false,
  },
  LoginRequest: {
    properties: {
      "email": {"type":"string"},
      "password": {"type":"string"},
      "code": {"type":"string","description":"Of the second factor, where the account has one: six digits or a recovery code."},
    },
    type: "object",
    required: ["email","password"],
    additionalProperties: false,
  },
  LoginData: {
    properties: {
      "user": {"$ref":"#/components/schemas/SessionUser"},
      "token": {"type":"string"},
    },
    type: "object",
    required: ["user","token"],
    additionalProperties: false,
  },
} satisfies Record<string, Schema>;
