import { Injectable, Logger } from '@nestjs/common';
import { GatewayCallEntity } from '../../database/entities/gateway-call.entity.js';
import { UnitOfWork } from '../../database/unit-of-work.js';
import { Metrics } from '../../runtime/metrics.js';
import { GatewayCallRecorder, type GatewayCall } from './gateway-call-recorder.js';

@Injectable()
export class GatewayCallsRepository extends GatewayCallRecorder {
  private readonly logger = new Logger(GatewayCallsRepository.name);

  constructor(
    private readonly uow: UnitOfWork,
    private readonly metrics: Metrics,
  ) {
    super();
  }

  override async record(call: GatewayCall): Promise<void> {
    this.metrics.observeBankCall(call.kind, call.outcome, call.durationMs / 1000);
    try {
      await this.uow.run(async (tx) => {
        await tx.getRepository(GatewayCallEntity).insert({
          kind: call.kind,
          reference: call.reference.slice(0, 40),
          startedAt: call.startedAt,
          durationMs: call.durationMs,
          httpStatus: call.httpStatus,
          outcome: call.outcome.slice(0, 40),
          request: call.requestMasked,
          response: call.responseMasked,
          requestId: call.requestId?.slice(0, 64) ?? null,
        });
      });
    } catch (error) {
      // The bank has acted by now; its answer counts even if the trace of it is lost.
      this.logger.error(`exchange ${call.kind} ${call.reference} (${call.outcome}) was not recorded: ${String(error)}`);
    }
  }
}
