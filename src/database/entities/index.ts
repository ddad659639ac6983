import { AuditAnchorEntity } from './audit-anchor.entity.js';
import { AuditLogEntity } from './audit-log.entity.js';
import { BankHolidayEntity } from './bank-holiday.entity.js';
import {
  CatalogueTierEntity,
  CatalogueUpgradePathEntity,
  CatalogueVersionEntity,
  NumberSeriesEntity,
} from './catalogue.entity.js';
import { CommitMarkerEntity } from './commit-marker.entity.js';
import { CustomerEntity } from './customer.entity.js';
import { DayCloseEntity } from './day-close.entity.js';
import { DayChangeEntity, DaySumEntity, EventDaySumEntity } from './day-sum.entity.js';
import { EventEntity, EventSellerEntity } from './event.entity.js';
import { GatewayCallEntity } from './gateway-call.entity.js';
import { GatewayCallbackEntity } from './gateway-callback.entity.js';
import { IdempotencyKeyEntity } from './idempotency-key.entity.js';
import { InstanceEntity } from './instance.entity.js';
import { LinkCreationLockEntity } from './link-creation-lock.entity.js';
import { MailOutboxEntity } from './mail-outbox.entity.js';
import { OneTimeTokenEntity } from './one-time-token.entity.js';
import { PaymentAttemptEntity } from './payment-attempt.entity.js';
import { CompletedPairEntity, PaymentCountEntity, ProjectPairEntity } from './payment-count.entity.js';
import { PaymentEventEntity } from './payment-event.entity.js';
import { PaymentEntity } from './payment.entity.js';
import { PermissionEntity } from './permission.entity.js';
import { ProjectEntity } from './project.entity.js';
import { ProjectLogoEntity } from './project-logo.entity.js';
import { QuotaCounterEntity } from './quota-counter.entity.js';
import { ReceiptEntity } from './receipt.entity.js';
import { RecoveryCodeEntity } from './recovery-code.entity.js';
import { RefundEntity } from './refund.entity.js';
import { ReviewEntity } from './review.entity.js';
import { SavedViewEntity } from './saved-view.entity.js';
import { SessionEntity } from './session.entity.js';
import { SettlementExceptionEntity } from './settlement-exception.entity.js';
import { SettlementBatchEntity, SettlementLineEntity } from './settlement-line.entity.js';
import { SettlementRunEntity } from './settlement-run.entity.js';
import { TermsAgreementEntity } from './terms-agreement.entity.js';
import { TermsVersionEntity } from './terms-version.entity.js';
import { TokenCounterEntity, TokenEntity } from './token.entity.js';
import { UpgradeEntity } from './upgrade.entity.js';
import { UserEntity } from './user.entity.js';

export const ENTITIES = [
  UserEntity,
  SessionEntity,
  OneTimeTokenEntity,
  RecoveryCodeEntity,
  CustomerEntity,
  PaymentEntity,
  PaymentAttemptEntity,
  PaymentEventEntity,
  GatewayCallbackEntity,
  GatewayCallEntity,
  TokenEntity,
  TokenCounterEntity,
  AuditLogEntity,
  AuditAnchorEntity,
  IdempotencyKeyEntity,
  ReceiptEntity,
  RefundEntity,
  ReviewEntity,
  PermissionEntity,
  UpgradeEntity,
  MailOutboxEntity,
  LinkCreationLockEntity,
  PaymentCountEntity,
  CompletedPairEntity,
  ProjectPairEntity,
  SettlementRunEntity,
  SettlementBatchEntity,
  SettlementLineEntity,
  SettlementExceptionEntity,
  DayCloseEntity,
  DaySumEntity,
  EventDaySumEntity,
  DayChangeEntity,
  InstanceEntity,
  BankHolidayEntity,
  CommitMarkerEntity,
  SavedViewEntity,
  ProjectEntity,
  ProjectLogoEntity,
  TermsVersionEntity,
  TermsAgreementEntity,
  EventEntity,
  EventSellerEntity,
  QuotaCounterEntity,
  CatalogueVersionEntity,
  CatalogueTierEntity,
  CatalogueUpgradePathEntity,
  NumberSeriesEntity,
];
