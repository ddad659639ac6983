import { Body, Controller, HttpCode, Post, UseGuards } from '@nestjs/common';
import type { ApiSuccess } from '../../contracts/common.js';
import type {
  BankAnswer,
  CompleteFlowTest,
  DocumentationTest,
  HashTest,
  TestLink,
  TestStatus,
} from '../../contracts/testing.js';
import { Public, IsText } from '../../http/index.js';
import { CompleteFlow } from './complete-flow.service.js';
import { GatewayTests } from './gateway-tests.service.js';
import { TestPagesGuard } from './test-pages.guard.js';
import { TestPayments } from './test-payments.service.js';

class TestStatusDto {
  /** Invoice number of the test payment. */
  @IsText({ max: 100 })
  reference: string;
}

/** The API of the test pages. */
@Controller('api/payments')
@Public()
@UseGuards(TestPagesGuard)
export class GatewayTestsController {
  constructor(
    private readonly payments: TestPayments,
    private readonly tests: GatewayTests,
    private readonly flow: CompleteFlow,
  ) {}

  @Post('test-link')
  async link(): Promise<ApiSuccess<TestLink>> {
    return { success: true, data: await this.payments.createLink() };
  }

  @Post('test-status')
  @HttpCode(200)
  async status(@Body() { reference }: TestStatusDto): Promise<ApiSuccess<TestStatus>> {
    return { success: true, data: await this.payments.status(reference) };
  }

  @Post('test-icici-hash')
  @HttpCode(200)
  hash(@Body() payload: unknown): ApiSuccess<HashTest> {
    return { success: true, data: this.tests.hash(payload) };
  }

  @Post('test-icici-api')
  @HttpCode(200)
  async api(): Promise<ApiSuccess<BankAnswer>> {
    return { success: true, data: await this.tests.api() };
  }

  @Post('test-icici-documentation')
  @HttpCode(200)
  documentation(): ApiSuccess<DocumentationTest> {
    return { success: true, data: this.tests.documentation() };
  }

  @Post('test-icici-complete-flow')
  @HttpCode(200)
  async completeFlow(): Promise<ApiSuccess<CompleteFlowTest>> {
    return { success: true, data: await this.flow.run() };
  }
}
