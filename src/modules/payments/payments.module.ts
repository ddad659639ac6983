import { type DynamicModule, Module, type Provider } from '@nestjs/common';
import { LiveModule } from '../../live/index.js';
import { MailModule } from '../../mail/index.js';
import { CalendarModule } from '../calendar/index.js';
import { CustomersModule } from '../customers/index.js';
import { GatewayModule } from '../gateway/index.js';
import { AttemptOpener } from './attempt-opener.service.js';
import { AttemptSchedule } from './attempt-schedule.repository.js';
import { AttemptViews } from './attempt-views.service.js';
import { AttemptsRepository } from './attempts.repository.js';
import { CheckBook } from './check-book.js';
import { CheckDigest } from './check-digest.js';
import { CreateLinkService } from './create-link.service.js';
import { CustomerRecords } from './customer-records.queries.js';
import { DeskApiController } from './desk.api.controller.js';
import { DeskPages } from './desk-pages.service.js';
import { InitiateDesk } from './initiate-desk.service.js';
import { InitiateService } from './initiate.service.js';
import { InvoiceOrders } from './invoice-orders.js';
import { LinkAnswers } from './link-answers.js';
import { LinkCare } from './link-care.service.js';
import { LinkLifetimes } from './link-lifetimes.js';
import { LinkMail } from './link-mail.service.js';
import { LinkMaker } from './link-maker.service.js';
import { LinksApiController } from './links.api.controller.js';
import { NoticeLimits } from './notice-limits.js';
import { NoticeStore } from './notice-store.js';
import { NoticesService } from './notices.service.js';
import { OpenChecks } from './open-checks.service.js';
import { OpenLinksDesk } from './open-links-desk.service.js';
import { OpenLinks } from './open-links.service.js';
import { PaymentHistoryController } from './payment-history.controller.js';
import { PaymentHistoryQueries } from './payment-history.queries.js';
import { PaymentHistory } from './payment-history.service.js';
import { PaymentMails } from './payment-mails.js';
import { PaymentNews } from './payment-news.js';
import { PaymentMetrics } from './payment-metrics.js';
import { PaymentTransitions } from './payment-transitions.js';
import { PaymentsApiController } from './payments.api.controller.js';
import { PaymentsDesk } from './payments-desk.service.js';
import { PaymentsPagesController } from './payments.pages.controller.js';
import { PaymentsQueries } from './payments.queries.js';
import { PaymentsRepository } from './payments.repository.js';
import { PollJob } from './poll.job.js';
import { PollService } from './poll.service.js';
import { PublicPagesController } from './public-pages.controller.js';
import { PublicPages } from './public-pages.service.js';
import { PublicPaymentsApiController } from './public-payments.api.controller.js';
import { PublicPayments } from './public-payments.service.js';
import { PublicRecords } from './public-records.queries.js';
import { ReceiptsRepository } from './receipts.repository.js';
import { ReissueService } from './reissue.service.js';
import { ReviewBook } from './review-book.js';
import { StatusChecker } from './status-checker.service.js';
import { TokensRepository } from './tokens.repository.js';
import { TransactionsDesk } from './transactions-desk.service.js';
import { TransitionEffects } from './transition-effects.js';
import { VerificationService } from './verification.service.js';
import { VerifyController } from './verify.controller.js';
import { VerifyDesk } from './verify-desk.service.js';

const PROVIDERS: Provider[] = [
  AttemptOpener,
  AttemptSchedule,
  AttemptViews,
  AttemptsRepository,
  CheckBook,
  CheckDigest,
  CreateLinkService,
  CustomerRecords,
  DeskPages,
  InitiateDesk,
  InitiateService,
  InvoiceOrders,
  LinkAnswers,
  LinkCare,
  LinkLifetimes,
  LinkMail,
  LinkMaker,
  NoticeLimits,
  NoticeStore,
  NoticesService,
  OpenChecks,
  OpenLinks,
  OpenLinksDesk,
  PaymentHistory,
  PaymentHistoryQueries,
  PaymentMails,
  PaymentNews,
  PaymentMetrics,
  PaymentTransitions,
  PaymentsDesk,
  PaymentsQueries,
  PaymentsRepository,
  PollService,
  PublicPages,
  PublicPayments,
  PublicRecords,
  ReceiptsRepository,
  ReissueService,
  ReviewBook,
  StatusChecker,
  TokensRepository,
  TransitionEffects,
  TransactionsDesk,
  VerificationService,
  VerifyDesk,
];

/** What refunds, upgrades, receipts, test pages and commands build on. */
const EXPORTS = [
  AttemptsRepository,
  CustomerRecords,
  LinkMaker,
  NoticesService,
  PaymentHistoryQueries,
  PaymentNews,
  PaymentsQueries,
  PaymentsRepository,
  PaymentTransitions,
  PollService,
  PublicPages,
  ReviewBook,
  StatusChecker,
  TokensRepository,
  TransitionEffects,
];

/** Routes are matched in the order of this list: fixed paths before those that hold a payment id. */
const CONTROLLERS = [
  VerifyController,
  PaymentHistoryController,
  PaymentsApiController,
  DeskApiController,
  LinksApiController,
  PaymentsPagesController,
  PublicPagesController,
  PublicPaymentsApiController,
];

@Module({})
export class PaymentsModule {
  /**
   * Global: refunds and upgrades build on the one instance that the composition root made, whatever its options.
   * @param options `http` and `job` are off for commands, which neither serve nor poll by themselves
   */
  static forRoot(options: { http: boolean; job: boolean }): DynamicModule {
    return {
      module: PaymentsModule,
      global: true,
      imports: [CalendarModule, CustomersModule, GatewayModule, LiveModule, MailModule],
      controllers: options.http ? CONTROLLERS : [],
      providers: options.job ? [...PROVIDERS, PollJob] : PROVIDERS,
      exports: EXPORTS,
    };
  }
}
