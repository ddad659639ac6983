import { type DynamicModule, Module, type Provider } from '@nestjs/common';
import { LiveModule } from '../../live/index.js';
import { MailModule } from '../../mail/index.js';
import { CalendarModule } from '../calendar/index.js';
import { CatalogueModule } from '../catalogue/index.js';
import { CustomersModule } from '../customers/index.js';
import { GatewayModule } from '../gateway/index.js';
import { ProjectsModule } from '../projects/index.js';
import { QuotaModule } from '../quota/index.js';
import { TermsModule } from '../terms/index.js';
import { AttemptOpener } from './checkout/attempt-opener.service.js';
import { AttemptSchedule } from './status-checks/attempt-schedule.repository.js';
import { AttemptViews } from './status-checks/attempt-views.service.js';
import { AttemptsRepository } from './attempts.repository.js';
import { UnchangedCheckBatcher } from './status-checks/unchanged-check-batcher.js';
import { StatusResultHandler } from './status-checks/status-result-handler.js';
import { CreateLinkService } from './links/create-link.service.js';
import { CustomerPaymentQueries } from './customer-pages/customer-payment.queries.js';
import { DashboardService } from './dashboard.service.js';
import { DeskPages } from './desk/desk-pages.service.js';
import { BankPages } from './checkout/bank-pages.service.js';
import { InitiateService } from './checkout/initiate.service.js';
import { MerchantProfileCheck } from './checkout/merchant-profile-check.js';
import { MerchantProfilesQueries } from './checkout/merchant-profiles.queries.js';
import { InvoiceRequestBuilder } from './checkout/invoice-request.builder.js';
import { CreatedLinkPresenter } from './links/created-link.presenter.js';
import { CancelLinkService } from './links/cancel-link.service.js';
import { LinkCorrections } from './links/link-corrections.service.js';
import { LinkWithdrawal } from './links/link-withdrawal.js';
import { LinkLifetimes } from './links/link-lifetimes.js';
import { LinkEmailService } from './links/link-email.service.js';
import { LinkEnder } from './links/link-ender.js';
import { LinkCreator } from './links/link-creator.service.js';
import { LinksApiController } from './links/links.api.controller.js';
import { CallbackLimits } from './callbacks/callback-limits.js';
import { CallbacksRepository } from './callbacks/callbacks.repository.js';
import { CallbacksService } from './callbacks/callbacks.service.js';
import { OpenPaymentChecks } from './status-checks/open-checks.service.js';
import { OpenLinkLookupService } from './links/open-link-lookup.service.js';
import { OpenLinksRepository } from './links/open-links.repository.js';
import { OpenLinks } from './links/open-links.service.js';
import { OpenChecksQueries } from './status-checks/open-checks.queries.js';
import { PaymentPeopleQueries } from './payment-people.queries.js';
import { SellerNotices } from './seller-notices.service.js';
import { SaleMoneyRules } from './links/sale-money.js';
import { ReviewsRepository } from './transitions/reviews.repository.js';
import { UnchangedChecksRepository } from './status-checks/unchanged-checks.repository.js';
import { PaymentHistoryController } from './histories/payment-history.controller.js';
import { PaymentHistoryQueries } from './histories/payment-history.queries.js';
import { PaymentHistoryService } from './histories/payment-history.service.js';
import { PaymentEmails } from './transitions/payment-emails.service.js';
import { PaymentEventPublisher } from './transitions/payment-event-publisher.js';
import { PaymentJournal } from './transitions/payment-journal.js';
import { PaymentMetrics } from './transitions/payment-metrics.js';
import { PaymentTransitions } from './transitions/payment-transitions.service.js';
import { PaymentsApiController } from './payments.api.controller.js';
import { StaffPaymentsService } from './staff-payments.service.js';
import { PaymentsPagesController } from './payments.pages.controller.js';
import { PaymentsQueries } from './payments.queries.js';
import { PaymentsRepository } from './payments.repository.js';
import { PollJob } from './status-checks/poll.job.js';
import { PollUpkeep } from './status-checks/poll-upkeep.js';
import { PollService } from './status-checks/poll.service.js';
import { PublicPagesController } from './customer-pages/public-pages.controller.js';
import { PublicPagesService } from './customer-pages/public-pages.service.js';
import { PublicPaymentsApiController } from './customer-pages/public-payments.api.controller.js';
import { PublicPaymentsService } from './customer-pages/public-payments.service.js';
import { PublicPaymentQueries } from './customer-pages/public-payment.queries.js';
import { ReceiptsRepository } from './transitions/receipts.repository.js';
import { ReissueService } from './links/reissue.service.js';
import { ReviewRecorder } from './transitions/review-recorder.service.js';
import { StaffReissue } from './links/staff-reissue.service.js';
import { StatusChecker } from './status-checks/status-checker.service.js';
import { TokensRepository } from './transitions/tokens.repository.js';
import { TransactionsService } from './histories/transactions.service.js';
import { TransitionEffects } from './transitions/effects.js';
import { LinkedSales } from './transitions/linked-sales.service.js';
import { ReviewEffects } from './transitions/review-effects.js';
import { PaymentHooks } from './transitions/payment-hooks.js';
import { StatusWriter } from './transitions/status-writer.js';
import { VerificationService } from './callbacks/verification.service.js';
import { VerifyController } from './callbacks/verify.controller.js';
import { BankCallbackService } from './callbacks/bank-callback.service.js';

const PROVIDERS: Provider[] = [
  AttemptOpener,
  AttemptSchedule,
  AttemptViews,
  AttemptsRepository,
  UnchangedCheckBatcher,
  StatusResultHandler,
  CreateLinkService,
  CustomerPaymentQueries,
  DashboardService,
  DeskPages,
  BankPages,
  InitiateService,
  InvoiceRequestBuilder,
  CreatedLinkPresenter,
  CancelLinkService,
  LinkCorrections,
  LinkWithdrawal,
  LinkLifetimes,
  LinkEmailService,
  LinkEnder,
  LinkedSales,
  LinkCreator,
  CallbackLimits,
  CallbacksRepository,
  CallbacksService,
  OpenPaymentChecks,
  OpenLinks,
  OpenLinksRepository,
  OpenChecksQueries,
  PaymentPeopleQueries,
  ReviewsRepository,
  SaleMoneyRules,
  SellerNotices,
  UnchangedChecksRepository,
  OpenLinkLookupService,
  PaymentHistoryService,
  PaymentHistoryQueries,
  PaymentEmails,
  PaymentEventPublisher,
  PaymentJournal,
  PaymentMetrics,
  PaymentTransitions,
  StaffPaymentsService,
  StaffReissue,
  PaymentsQueries,
  PaymentsRepository,
  PollService,
  PollUpkeep,
  PublicPagesService,
  PublicPaymentsService,
  PublicPaymentQueries,
  ReceiptsRepository,
  ReissueService,
  ReviewRecorder,
  StatusChecker,
  TokensRepository,
  ReviewEffects,
  TransitionEffects,
  PaymentHooks,
  StatusWriter,
  TransactionsService,
  VerificationService,
  BankCallbackService,
];

/** Used by refunds, upgrades, receipts, test pages and commands. */
const EXPORTS = [
  AttemptsRepository,
  CustomerPaymentQueries,
  LinkCreator,
  LinkEnder,
  CallbacksService,
  PaymentHistoryQueries,
  PaymentEventPublisher,
  PaymentJournal,
  PaymentPeopleQueries,
  PaymentsQueries,
  PaymentsRepository,
  PaymentTransitions,
  PollService,
  PublicPagesService,
  ReviewRecorder,
  SellerNotices,
  StatusChecker,
  TokensRepository,
  ReviewEffects,
  TransitionEffects,
  PaymentHooks,
  StatusWriter,
];

/** Routes are matched in the order of this list: fixed paths before those that hold a payment id. */
const CONTROLLERS = [
  VerifyController,
  PaymentHistoryController,
  PaymentsApiController,
  LinksApiController,
  PaymentsPagesController,
  PublicPagesController,
  PublicPaymentsApiController,
];

@Module({})
export class PaymentsModule {
  /**
   * Global: other modules use the one instance that the composition root configures.
   * @param options `http` and `job` are off for commands, which neither serve nor poll, and may put right what a server refuses
   */
  static forRoot(options: { http: boolean; job: boolean }): DynamicModule {
    return {
      module: PaymentsModule,
      global: true,
      imports: [
        CalendarModule,
        CatalogueModule,
        CustomersModule,
        GatewayModule,
        LiveModule,
        MailModule,
        ProjectsModule,
        QuotaModule,
        TermsModule,
      ],
      controllers: options.http ? CONTROLLERS : [],
      providers: options.job ? [...PROVIDERS, PollJob, MerchantProfileCheck, MerchantProfilesQueries] : PROVIDERS,
      exports: EXPORTS,
    };
  }
}
