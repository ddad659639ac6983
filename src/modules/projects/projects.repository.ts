import { Injectable } from '@nestjs/common';
import { ProjectEntity } from '../../database/entities/project.entity.js';
import { UnitOfWork } from '../../database/unit-of-work.js';
import { DEFAULT_PROJECT_ID, type ProjectFields } from '../../domain/projects/project-rules.js';

/** The only writer of `projects`. */
@Injectable()
export class ProjectsRepository {
  constructor(private readonly uow: UnitOfWork) {}

  list(): Promise<ProjectEntity[]> {
    return this.repository.find({ order: { id: 'ASC' } });
  }

  findByCode(code: string): Promise<ProjectEntity | null> {
    return this.repository.findOneBy({ code });
  }

  findById(id: number): Promise<ProjectEntity | null> {
    return this.repository.findOneBy({ id });
  }

  /** Whether there are others than the default one; projects are never deleted. */
  async hasSeveral(): Promise<boolean> {
    const newest = await this.repository.findOne({ select: { id: true }, where: {}, order: { id: 'DESC' } });
    return (newest?.id ?? DEFAULT_PROJECT_ID) > DEFAULT_PROJECT_ID;
  }

  /** Fails on the unique index for a code that is taken. */
  async insert(
    project: Pick<ProjectEntity, 'code' | 'state' | 'createdAt' | 'updatedAt'> & Partial<ProjectFields>,
  ): Promise<void> {
    await this.repository.insert(project);
  }

  /** Compare-and-set on the version. @returns false when somebody else changed it meanwhile */
  async updateIf(
    { id, version }: ProjectEntity,
    changes: Partial<ProjectFields & Pick<ProjectEntity, 'state' | 'logoDigest' | 'logoWidth' | 'logoHeight'>>,
    updatedAt: Date,
  ): Promise<boolean> {
    const { affected } = await this.repository.update({ id, version }, { ...changes, version: version + 1, updatedAt });
    return affected === 1;
  }

  private get repository() {
    return this.uow.manager.getRepository(ProjectEntity);
  }
}
