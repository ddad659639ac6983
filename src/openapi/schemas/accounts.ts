// Made from src/contracts, where the types and their comments are to be changed.
// To renew it: RENEW=1 npm run test:unit -- --testPathPatterns=contract-schemas
import type { Schema } from '../schema.js';

export default {
  StaffState: {"enum":["invited","active","disabled"]},
  StaffRow: {
    properties: {
      "id": {"type":"string"},
      "name": {"type":"string"},
      "email": {"type":"string"},
      "role": {"enum":["admin","sales_manager"]},
      "state": {"$ref":"#/components/schemas/StaffState"},
      "secondFactor": {"type":"boolean"},
      "lastSignInAt": {"type":["string","null"],"format":"date-time"},
      "sessions": {"type":"number","description":"Live ones."},
      "isSelf": {"type":"boolean"},
    },
    type: "object",
    required: ["id","name","email","role","state","secondFactor","lastSignInAt","sessions","isSelf"],
    additionalProperties: false,
    description: "One row of GET /api/admin/staff.",
  },
  StaffLinkData: {
    properties: {
      "staff": {"$ref":"#/components/schemas/StaffRow"},
      "link": {"type":["string","null"],"description":"The one-time link, told here once, where no mail server is set up; else null: it is in the mail."},
      "expiresAt": {"type":"string","format":"date-time"},
    },
    type: "object",
    required: ["staff","link","expiresAt"],
    additionalProperties: false,
    description: "What came of an invitation or a reset.",
  },
  SessionRow: {
    properties: {
      "id": {"type":"string"},
      "isCurrent": {"type":"boolean"},
      "kind": {"enum":["cookie","bearer"]},
      "device": {"type":"string","description":"`Chrome on Windows`, as far as the browser says."},
      "address": {"type":["string","null"],"description":"Shortened."},
      "createdAt": {"type":"string","format":"date-time"},
      "lastSeenAt": {"type":"string","format":"date-time"},
    },
    type: "object",
    required: ["id","isCurrent","kind","device","address","createdAt","lastSeenAt"],
    additionalProperties: false,
  },
  TotpStart: {
    properties: {
      "secret": {"type":"string","description":"Base32, for typing in by hand."},
      "uri": {"type":"string","description":"`otpauth://`, for the QR code."},
    },
    type: "object",
    required: ["secret","uri"],
    additionalProperties: false,
  },
  RecoveryCodes: {
    properties: {
      "recoveryCodes": {"type":"array","items":{"type":"string"},"description":"Shown once; only their hashes are kept."},
    },
    type: "object",
    required: ["recoveryCodes"],
    additionalProperties: false,
  },
  PasswordChanged: {
    properties: {
      "token": {"type":["string","null"],"description":"The renewed session's token for API clients; null for browsers, which get it as a cookie."},
    },
    type: "object",
    required: ["token"],
    additionalProperties: false,
  },
  StaffAct: {"enum":["resend-invitation","withdraw-invitation","disable","enable","reset-password","reset-second-factor","end-sessions"],"description":"What an admin may do to an account."},
} satisfies Record<string, Schema>;
