import { Injectable } from '@nestjs/common';
import type {
  NewProject,
  NewTermsVersion,
  ProjectData,
  ProjectSettings,
  ProjectUpdate,
} from '../../../contracts/projects.js';
import type { Principal } from '../../../http/index.js';
import { Events, presentProject, Projects } from '../../projects/index.js';
import { type CreatedTerms, Terms } from '../terms.service.js';

/** The project and its terms, as the page for admins shows and changes them. */
@Injectable()
export class ProjectSettingsService {
  constructor(
    private readonly projects: Projects,
    private readonly terms: Terms,
    private readonly events: Events,
  ) {}

  /** @throws PROJECT_NOT_FOUND */
  async of({ projectIds }: Principal, code: string): Promise<ProjectSettings> {
    const project = presentProject(await this.projects.get(code));
    return {
      project,
      merchantProfiles: projectIds === null ? this.projects.merchantProfiles() : [],
      terms: await this.terms.list(code),
      events: await this.events.list(code),
      sellers: await this.events.assignable(),
    };
  }

  listProjects({ projectIds }: Principal): Promise<ProjectData[]> {
    return this.projects.list(projectIds);
  }

  /** @throws FIELD_ERRORS, PROJECT_CODE_TAKEN */
  create(project: NewProject): Promise<ProjectData> {
    return this.projects.create(project);
  }

  /**
   * The merchant, which decides where the money goes, is chosen by admins of all projects.
   * @throws PROJECT_NOT_FOUND, FIELD_ERRORS, MERCHANT_PROFILE_UNKNOWN, FORBIDDEN, CONFLICT
   */
  async update(user: Principal, code: string, update: ProjectUpdate): Promise<ProjectSettings> {
    await this.projects.update(code, update, { keepsMerchant: user.projectIds !== null });
    return this.of(user, code);
  }

  /** @throws PROJECT_NOT_FOUND, FIELD_ERRORS, CONFLICT */
  async addTerms(
    user: Principal,
    code: string,
    version: NewTermsVersion,
  ): Promise<{ made: CreatedTerms; settings: ProjectSettings }> {
    const made = await this.terms.create(code, version);
    return { made, settings: await this.of(user, code) };
  }
}
