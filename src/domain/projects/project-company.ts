import type { ProjectFields } from './project-rules.js';

/** What a project says of whoever sells it; null: as in the settings. */
export type ProjectSender = Pick<ProjectFields, 'name' | 'legalName' | 'address' | 'supportEmail' | 'supportPhone'>;

interface Company {
  name: string;
  legalName: string | null;
  officeAddress: string;
  supportPhone: string;
  supportEmail: string;
}

/**
 * Who sells a project to its customers. A project with a name of its own and no legal entity is sold by the legal entity of the
 * settings.
 */
export function companyOf<T extends Company>(company: T, project: ProjectSender): T {
  return {
    ...company,
    name: project.name ?? company.name,
    legalName: project.legalName ?? company.legalName ?? (project.name === null ? null : company.name),
    officeAddress: project.address ?? company.officeAddress,
    supportPhone: project.supportPhone ?? company.supportPhone,
    supportEmail: project.supportEmail ?? company.supportEmail,
  };
}
