import { Injectable } from '@nestjs/common';
import { AuditLogEntity } from '../../database/entities/audit-log.entity.js';
import { GatewayCallEntity } from '../../database/entities/gateway-call.entity.js';
import { UnitOfWork } from '../../database/unit-of-work.js';

/** Recorded exchanges with the bank, and the audit entries of test payments. */
@Injectable()
export class BankTracesQueries {
  constructor(private readonly uow: UnitOfWork) {}

  isAudited(subjectType: string, subjectId: string): Promise<boolean> {
    return this.uow.manager.getRepository(AuditLogEntity).existsBy({ subjectType, subjectId });
  }

  findLastCall(kind: GatewayCallEntity['kind'], reference: string): Promise<GatewayCallEntity | null> {
    return this.uow.manager
      .getRepository(GatewayCallEntity)
      .findOne({ where: { kind, reference }, order: { id: 'DESC' } });
  }
}
