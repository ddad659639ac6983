import { Injectable } from '@nestjs/common';
import { ProjectLogoEntity } from '../../../database/entities/project-logo.entity.js';
import { UnitOfWork } from '../../../database/unit-of-work.js';

/** The only writer of `project_logos`: at most one picture a project. */
@Injectable()
export class ProjectLogosRepository {
  constructor(private readonly uow: UnitOfWork) {}

  async replace(logo: ProjectLogoEntity): Promise<void> {
    await this.remove(logo.projectId);
    await this.repository.insert(logo);
  }

  async remove(projectId: number): Promise<void> {
    await this.repository.delete({ projectId });
  }

  findByDigest(digest: string): Promise<ProjectLogoEntity | null> {
    return this.repository.findOneBy({ digest });
  }

  private get repository() {
    return this.uow.manager.getRepository(ProjectLogoEntity);
  }
}
