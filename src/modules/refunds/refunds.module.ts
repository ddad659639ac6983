import { type DynamicModule, Module } from '@nestjs/common';
import { MailModule } from '../../mail/index.js';
import { CalendarModule } from '../calendar/index.js';
import { GatewayModule } from '../gateway/index.js';
import { PermissionApiController } from './permission.api.controller.js';
import { PermissionsRepository } from './permissions.repository.js';
import { RefundBank } from './refund-bank.js';
import { RefundEffects } from './refund-effects.js';
import { RefundDecisions } from './refund-decisions.service.js';
import { RefundFollower } from './refund-follower.service.js';
import { RefundRequestService } from './refund-request.service.js';
import { RefundReservations } from './refund-reservations.js';
import { RefundReviews } from './refund-reviews.js';
import { RefundEmails } from './refund-emails.js';
import { RefundSender } from './refund-sender.service.js';
import { RefundSwitch } from './refund-switch.service.js';
import { RefundTransitions } from './refund-transitions.js';
import { RefundsApiController } from './refunds.api.controller.js';
import { StaffRefundsService } from './staff-refunds.service.js';
import { RefundsQueries } from './refunds.queries.js';
import { RefundsRepository } from './refunds.repository.js';

const PROVIDERS = [
  PermissionsRepository,
  RefundBank,
  RefundEffects,
  RefundDecisions,
  RefundFollower,
  RefundRequestService,
  RefundEmails,
  RefundReservations,
  RefundReviews,
  RefundSender,
  RefundSwitch,
  RefundTransitions,
  StaffRefundsService,
  RefundsQueries,
  RefundsRepository,
];

@Module({})
export class RefundsModule {
  /**
   * Global: other modules use the one instance that the composition root configures.
   * @param options `http` is off for commands, which check refunds but serve no requests
   */
  static forRoot(options: { http: boolean }): DynamicModule {
    return {
      module: RefundsModule,
      global: true,
      imports: [CalendarModule, GatewayModule, MailModule],
      controllers: options.http ? [PermissionApiController, RefundsApiController] : [],
      providers: PROVIDERS,
      exports: [RefundSwitch, RefundDecisions],
    };
  }
}
