import { Injectable } from '@nestjs/common';
import type {
  NewProject,
  NewTermsVersion,
  ProjectData,
  ProjectSettings,
  ProjectUpdate,
} from '../../../contracts/projects.js';
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
  async of(code: string): Promise<ProjectSettings> {
    const project = presentProject(await this.projects.get(code));
    return {
      project,
      merchantProfiles: this.projects.merchantProfiles(),
      terms: await this.terms.list(code),
      events: await this.events.list(code),
      sellers: await this.events.assignable(),
    };
  }

  listProjects(): Promise<ProjectData[]> {
    return this.projects.list();
  }

  /** @throws FIELD_ERRORS, PROJECT_CODE_TAKEN */
  create(project: NewProject): Promise<ProjectData> {
    return this.projects.create(project);
  }

  /** @throws PROJECT_NOT_FOUND, FIELD_ERRORS, MERCHANT_PROFILE_UNKNOWN, CONFLICT */
  async update(code: string, update: ProjectUpdate): Promise<ProjectSettings> {
    await this.projects.update(code, update);
    return this.of(code);
  }

  /** @throws PROJECT_NOT_FOUND, FIELD_ERRORS, CONFLICT */
  async addTerms(code: string, version: NewTermsVersion): Promise<{ made: CreatedTerms; settings: ProjectSettings }> {
    const made = await this.terms.create(code, version);
    return { made, settings: await this.of(code) };
  }
}
