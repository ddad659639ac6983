import { Injectable } from '@nestjs/common';
import { Not } from 'typeorm';
import { ProjectLogoEntity } from '../../../database/entities/project-logo.entity.js';
import { UnitOfWork } from '../../../database/unit-of-work.js';

/** The only writer of `project_logos`: of each project the picture that it shows, and the one before. */
@Injectable()
export class ProjectLogosRepository {
  constructor(private readonly uow: UnitOfWork) {}

  /** @param before digest of the picture until now, which stays for pages that name it; null without one */
  async add(logo: ProjectLogoEntity, before: string | null): Promise<void> {
    await this.repository.delete({ projectId: logo.projectId, digest: Not(before ?? '') });
    await this.repository.insert(logo);
  }

  /** All of them: what should not have been shown is gone at once. */
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
