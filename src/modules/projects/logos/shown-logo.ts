import type { ShownLogo } from '../../../contracts/projects.js';
import { ROUTES } from '../../../contracts/routes.js';
import type { ProjectEntity } from '../../../database/entities/project.entity.js';

/** Null where the project shows the company's logo. */
export function shownLogoOf({
  logoDigest,
  logoWidth,
  logoHeight,
}: Pick<ProjectEntity, 'logoDigest' | 'logoWidth' | 'logoHeight'>): ShownLogo | null {
  if (logoDigest === null || logoWidth === null || logoHeight === null) return null;
  return { url: ROUTES.projectLogo(logoDigest), width: logoWidth, height: logoHeight };
}
