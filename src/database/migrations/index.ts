import { InitialSchema1763600000000 } from './1763600000000-initial-schema.js';
import { RefundsAndUpgrades1763600100000 } from './1763600100000-refunds-and-upgrades.js';
import { Links1763700000000 } from './1763700000000-links.js';
import { Receipts1763700100000 } from './1763700100000-receipts.js';
import { AdminLists1763700200000 } from './1763700200000-admin-lists.js';
import { Accounts1763700300000 } from './1763700300000-accounts.js';
import { AuditChain1763700400000 } from './1763700400000-audit-chain.js';
import { Reviews1763700410000 } from './1763700410000-reviews.js';
import { Settlements1763700500000 } from './1763700500000-settlements.js';
import { ChainKeys1763700600000 } from './1763700600000-chain-keys.js';
import { Counters1763800100000 } from './1763800100000-counters.js';
import { AmountOrders1763900100000 } from './1763900100000-amount-orders.js';
import { LastSigns1763960000000 } from './1763960000000-last-signs.js';
import { FollowUps1764000200000 } from './1764000200000-follow-ups.js';
import { Instances1764000300000 } from './1764000300000-instances.js';
import { SettlementProgress1764000400000 } from './1764000400000-settlement-progress.js';
import { BankHolidays1764000500000 } from './1764000500000-bank-holidays.js';
import { UnreadPaymentIndexes1764000510000 } from './1764000510000-unread-payment-indexes.js';
import { DeviceTrust1764000600000 } from './1764000600000-device-trust.js';
import { CommitMarkers1764000700000 } from './1764000700000-commit-markers.js';
import { SavedViews1764000800000 } from './1764000800000-saved-views.js';
import { SellerAndTierFigures1764000850000 } from './1764000850000-seller-and-tier-figures.js';
import { CustomerLanguages1764000860000 } from './1764000860000-customer-languages.js';
import { SellerMoney1764000900000 } from './1764000900000-seller-money.js';
import { ProjectsAndTerms1764001000000 } from './1764001000000-projects-and-terms.js';
import { MerchantProfiles1764001100000 } from './1764001100000-merchant-profiles.js';
import { Events1764001200000 } from './1764001200000-events.js';
import { Catalogue1764001300000 } from './1764001300000-catalogue.js';
import { Quota1764001400000 } from './1764001400000-quota.js';
import { CountersByProject1764001500000 } from './1764001500000-counters-by-project.js';
import { ProjectRights1764001600000 } from './1764001600000-project-rights.js';
import { ProjectLogos1764001700000 } from './1764001700000-project-logos.js';
import { CustomersByProject1764001800000 } from './1764001800000-customers-by-project.js';
import { TierCodes1764001900000 } from './1764001900000-tier-codes.js';
import { ConfirmedCaptures1764002000000 } from './1764002000000-confirmed-captures.js';

/** In order. A migration that has shipped is never edited. */
export const MIGRATIONS = [
  InitialSchema1763600000000,
  RefundsAndUpgrades1763600100000,
  Links1763700000000,
  Receipts1763700100000,
  AdminLists1763700200000,
  Accounts1763700300000,
  AuditChain1763700400000,
  Reviews1763700410000,
  Settlements1763700500000,
  ChainKeys1763700600000,
  Counters1763800100000,
  AmountOrders1763900100000,
  LastSigns1763960000000,
  FollowUps1764000200000,
  Instances1764000300000,
  SettlementProgress1764000400000,
  BankHolidays1764000500000,
  UnreadPaymentIndexes1764000510000,
  DeviceTrust1764000600000,
  CommitMarkers1764000700000,
  SavedViews1764000800000,
  SellerAndTierFigures1764000850000,
  CustomerLanguages1764000860000,
  SellerMoney1764000900000,
  ProjectsAndTerms1764001000000,
  MerchantProfiles1764001100000,
  Events1764001200000,
  Catalogue1764001300000,
  Quota1764001400000,
  CountersByProject1764001500000,
  ProjectRights1764001600000,
  ProjectLogos1764001700000,
  CustomersByProject1764001800000,
  TierCodes1764001900000,
  ConfirmedCaptures1764002000000,
];
