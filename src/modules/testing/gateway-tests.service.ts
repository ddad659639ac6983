import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS, type Settings } from '../../config/settings.token.js';
import type { BankAnswer, DocumentationTest, HashTest } from '../../contracts/testing.js';
import { newBankReference } from '../../runtime/ids.js';
import { requestContext } from '../../runtime/request-context.js';
import { PaymentGateway } from '../gateway/index.js';
import { presentAnswer } from './bank-answer.js';
import { BankTraces } from './bank-traces.js';
import { DOCUMENTED_VECTORS, recompute } from './documented-vectors.js';
import { testHash } from './hash-test.js';
import { isPractice } from './signing-policy.js';

@Injectable()
export class GatewayTests {
  constructor(
    private readonly bank: PaymentGateway,
    private readonly traces: BankTraces,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** @throws PAYLOAD_NOT_HASHABLE */
  hash(payload: unknown): HashTest {
    const { secretKey, hashVersion } = this.settings.gateway;
    return testHash(payload, { secretKey, hashVersion, showsDigest: isPractice(this.settings) });
  }

  /** One STATUS query for an unknown number: shows whether host, merchant, key and hash version work. */
  async api(): Promise<BankAnswer> {
    const reference = newBankReference('TP');
    const requestId = requestContext()?.requestId;
    const result = await this.bank.queryStatus({
      merchantProfile: null,
      originalTxnNo: reference,
      ...(requestId ? { requestId } : {}),
    });
    return presentAnswer(reference, result, await this.traces.last('status', reference));
  }

  documentation(): DocumentationTest {
    const vectors = DOCUMENTED_VECTORS.map(recompute);
    return { vectors, allMatch: vectors.every(({ match }) => match) };
  }
}
