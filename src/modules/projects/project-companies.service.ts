import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS, type Settings } from '../../config/settings.token.js';
import { companyOf, type ProjectSender } from '../../domain/projects/project-company.js';
import { Projects } from './projects.service.js';

type Company = Settings['company'];

/** Who sells a project to its customers: what the project says of itself, else the company of the settings. */
@Injectable()
export class ProjectCompanies {
  constructor(
    private readonly projects: Projects,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** By the id on a payment. @throws PROJECT_NOT_FOUND */
  async of(projectId: number): Promise<Company> {
    return this.ofProject(await this.projects.getById(projectId));
  }

  ofProject(project: ProjectSender): Company {
    return companyOf(this.settings.company, project);
  }

  /** Props of a customers' page that show the project in its frame; none where it is as in the settings. */
  frame(project: ProjectSender): Record<string, string> {
    const { company } = this.settings;
    const own = this.ofProject(project);
    const props: [string, string, string][] = [
      ['app.companyName', own.name, company.name],
      ['app.supportPhone', own.supportPhone, company.supportPhone],
      ['app.supportEmail', own.supportEmail, company.supportEmail],
      ['app.officeAddress', own.officeAddress, company.officeAddress],
    ];
    return Object.fromEntries(props.flatMap(([prop, text, usual]) => (text === usual ? [] : [[prop, text]])));
  }
}
