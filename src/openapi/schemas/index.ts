// Made from src/contracts, where the types and their comments are to be changed.
// To renew it: RENEW=1 npm run test:unit -- --testPathPatterns=contract-schemas
import accounts from './accounts.js';
import adminDetails from './admin-details.js';
import admin from './admin.js';
import afterPayment from './after-payment.js';
import analysis from './analysis.js';
import audit from './audit.js';
import auth from './auth.js';
import calendar from './calendar.js';
import common from './common.js';
import dayClose from './day-close.js';
import denialWords from './denial-words.js';
import desk from './desk.js';
import histories from './histories.js';
import links from './links.js';
import live from './live.js';
import payments from './payments.js';
import refunds from './refunds.js';
import reviews from './reviews.js';
import settlements from './settlements.js';
import testing from './testing.js';
import upgrades from './upgrades.js';

export const CONTRACT_SCHEMAS = {
  ...accounts,
  ...adminDetails,
  ...admin,
  ...afterPayment,
  ...analysis,
  ...audit,
  ...auth,
  ...calendar,
  ...common,
  ...dayClose,
  ...denialWords,
  ...desk,
  ...histories,
  ...links,
  ...live,
  ...payments,
  ...refunds,
  ...reviews,
  ...settlements,
  ...testing,
  ...upgrades,
};

export type ContractName = keyof typeof CONTRACT_SCHEMAS;
