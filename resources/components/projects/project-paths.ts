import { ROUTES } from '../../../src/contracts/routes';
import { DEFAULT_PROJECT_CODE } from '../../../src/domain/projects/project-rules';

export function isDefaultProject(code: string): boolean {
  return code === DEFAULT_PROJECT_CODE;
}

export function projectPath(code: string): string {
  return isDefaultProject(code) ? ROUTES.adminProject : ROUTES.adminProjectOf(code);
}

/** Without a project in the query the page shows the default one. */
export function cataloguePath(code: string): string {
  return isDefaultProject(code) ? ROUTES.adminCatalogue : `${ROUTES.adminCatalogue}?project=${code}`;
}
