// Made from src/contracts, where the types and their comments are to be changed.
// To renew it: RENEW=1 npm run test:unit -- --testPathPatterns=contract-schemas
import type { Schema } from '../schema.js';

export default {
  Denials: {
    properties: {
      "refund": {"enum":["not_paid","already_refunded","upgraded","upgrade_open","not_positive","exceeds_payment","exceeds_rest","reversal_open",null],"description":"`reversal_open`: the bank may have taken the money back already."},
      "upgrade": {"enum":["not_gold","not_completed","refund_exists","already_upgraded","reversal_undecided","already_open",null]},
      "reissue": {"enum":["upgrade","paid","replaced","already_cancelled","at_bank","expired","still_live",null]},
      "correctContact": {"enum":["upgrade","paid","replaced","already_cancelled","at_bank","expired","still_live",null]},
      "cancelLink": {"enum":["upgrade","paid","replaced","already_cancelled","at_bank","expired","still_live",null]},
      "sendLink": {"enum":["upgrade","paid","replaced","already_cancelled","at_bank","expired","still_live",null]},
    },
    type: "object",
    required: ["refund","upgrade","reissue","correctContact","cancelLink","sendLink"],
    additionalProperties: false,
    description: "Why the rules forbid something about a payment; null where they do not.",
  },
} satisfies Record<string, Schema>;
