import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS, type Settings } from '../../config/settings.token.js';
import type { ProjectEntity } from '../../database/entities/project.entity.js';
import type { ProjectLogoEntity } from '../../database/entities/project-logo.entity.js';
import { companyOf, type ProjectSender } from '../../domain/projects/project-company.js';
import { ProjectLogos } from './logos/project-logos.service.js';
import { shownLogoOf } from './logos/shown-logo.js';
import { Projects } from './projects.service.js';

type Company = Settings['company'];
type Logo = Pick<ProjectEntity, 'logoDigest' | 'logoWidth' | 'logoHeight'>;

/** Who sells a project. */
export interface Seller {
  company: Company;
  /** Digest of the project's own picture; null: the company's is shown. */
  logoDigest: string | null;
}

/** Who sells a project to its customers: what the project says of itself, else the company of the settings. */
@Injectable()
export class ProjectCompanies {
  constructor(
    private readonly projects: Projects,
    private readonly logos: ProjectLogos,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** By the id on a payment. @throws PROJECT_NOT_FOUND */
  async of(projectId: number): Promise<Seller> {
    const project = await this.projects.getById(projectId);
    return { company: this.ofProject(project), logoDigest: project.logoDigest };
  }

  /** The project's own picture; null: the company's, also where it has been replaced meanwhile. */
  async logoOf({ logoDigest }: Seller): Promise<ProjectLogoEntity | null> {
    return logoDigest === null ? null : this.logos.find(logoDigest);
  }

  ofProject(project: ProjectSender): Company {
    return companyOf(this.settings.company, project);
  }

  /** Props of a customers' page that show the project in its frame; none where it is as in the settings. */
  frame(project: ProjectSender & Logo): Record<string, unknown> {
    const { company } = this.settings;
    const logo = shownLogoOf(project);
    const own = this.ofProject(project);
    const props: [string, string, string][] = [
      ['app.companyName', own.name, company.name],
      ['app.supportPhone', own.supportPhone, company.supportPhone],
      ['app.supportEmail', own.supportEmail, company.supportEmail],
      ['app.officeAddress', own.officeAddress, company.officeAddress],
    ];
    const texts = Object.fromEntries(props.flatMap(([prop, text, usual]) => (text === usual ? [] : [[prop, text]])));
    return { ...texts, ...(logo && { 'app.logo': logo }) };
  }
}
