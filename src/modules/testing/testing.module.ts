import { Module } from '@nestjs/common';
import { GatewayModule } from '../gateway/index.js';
import { BankTracesQueries } from './bank-traces.queries.js';
import { BankTraces } from './bank-traces.js';
import { CompleteFlow } from './complete-flow.service.js';
import { DebugPayments } from './debug-payments.service.js';
import { DebugPaymentsController } from './debug-payments.controller.js';
import { GatewayTestsController } from './gateway-tests.controller.js';
import { GatewayTests } from './gateway-tests.service.js';
import { TestPagesController } from './test-pages.controller.js';
import { TestPagesGuard } from './test-pages.guard.js';
import { TestPayments } from './test-payments.service.js';
import { TestReturnController } from './test-return.controller.js';
import { TestReturns } from './test-returns.service.js';

/** The test pages and their routes. Only loaded while they are switched on. */
@Module({
  imports: [GatewayModule],
  controllers: [TestReturnController, TestPagesController, GatewayTestsController, DebugPaymentsController],
  providers: [
    BankTraces,
    BankTracesQueries,
    CompleteFlow,
    DebugPayments,
    GatewayTests,
    TestPagesGuard,
    TestPayments,
    TestReturns,
  ],
})
export class TestingPagesModule {}
