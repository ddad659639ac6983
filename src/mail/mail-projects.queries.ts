import { Injectable } from '@nestjs/common';
import { PaymentEntity } from '../database/entities/payment.entity.js';
import { ProjectLogoEntity } from '../database/entities/project-logo.entity.js';
import { ProjectEntity } from '../database/entities/project.entity.js';
import { UnitOfWork } from '../database/unit-of-work.js';

/** Whose payment an email is about. */
@Injectable()
export class MailProjects {
  constructor(private readonly uow: UnitOfWork) {}

  /** The picture of a project; null when it has been replaced meanwhile. */
  logo(digest: string): Promise<ProjectLogoEntity | null> {
    return this.uow.manager.getRepository(ProjectLogoEntity).findOneBy({ digest });
  }

  /** @param publicId of a payment; null for an unknown one */
  find(publicId: string): Promise<ProjectEntity | null> {
    return this.uow.manager
      .getRepository(ProjectEntity)
      .createQueryBuilder('project')
      .innerJoin(PaymentEntity, 'payment', 'payment.project_id = project.id')
      .where('payment.public_id = :publicId', { publicId })
      .getOne();
  }
}
