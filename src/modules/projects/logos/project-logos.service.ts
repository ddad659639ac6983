import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { SERVER_MESSAGES } from '../../../contracts/messages-server.js';
import type { ProjectEntity } from '../../../database/entities/project.entity.js';
import type { ProjectLogoEntity } from '../../../database/entities/project-logo.entity.js';
import { UnitOfWork } from '../../../database/unit-of-work.js';
import { Clock } from '../../../runtime/clock.js';
import { Refusal } from '../../../runtime/refusal.js';
import { AuditService } from '../../audit/index.js';
import { ProjectsRepository } from '../projects.repository.js';
import { Projects } from '../projects.service.js';
import { type CleanPicture, MAX_LOGO_BYTES, type PictureFault } from './picture-rules.js';
import { readPicture } from './picture.js';
import { ProjectLogosRepository } from './project-logos.repository.js';

const TEXTS: Readonly<Record<PictureFault, string>> = SERVER_MESSAGES.projects.logoFaults;
const DIGEST = /^[0-9a-f]{64}$/;
const SHOWN_DIGITS = 12;

/** Digests before and after; null: the company's logo is shown. Equal: nothing changed. */
export interface LogoChange {
  from: string | null;
  to: string | null;
}

/** The picture that a project shows to its customers in place of the company's. */
@Injectable()
export class ProjectLogos {
  constructor(
    private readonly repository: ProjectLogosRepository,
    private readonly projects: Projects,
    private readonly rows: ProjectsRepository,
    private readonly audit: AuditService,
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /**
   * Idempotent: the same picture is not written again.
   * @param dryRun checks and tells the change, and writes none
   * @throws PROJECT_NOT_FOUND, FIELD_ERRORS, CONFLICT
   */
  set(code: string, file: Buffer, { dryRun = false } = {}): Promise<LogoChange> {
    const { bytes, type, width: logoWidth, height: logoHeight } = checkedPicture(file);
    const digest = createHash('sha256').update(bytes).digest('hex');
    return this.change(code, digest, dryRun, async (project) => {
      const createdAt = this.clock.now();
      await this.requireSet(project, { logoDigest: digest, logoWidth, logoHeight });
      await this.repository.add({ projectId: project.id, digest, type, bytes, createdAt }, project.logoDigest);
    });
  }

  /** Idempotent. @throws PROJECT_NOT_FOUND, CONFLICT */
  remove(code: string, { dryRun = false } = {}): Promise<LogoChange> {
    return this.change(code, null, dryRun, async (project) => {
      await this.requireSet(project, { logoDigest: null, logoWidth: null, logoHeight: null });
      await this.repository.remove(project.id);
    });
  }

  /** By the digest in an address; null for one that was removed, or replaced twice. */
  async find(digest: string): Promise<ProjectLogoEntity | null> {
    return DIGEST.test(digest) ? this.repository.findByDigest(digest) : null;
  }

  private change(
    code: string,
    to: string | null,
    dryRun: boolean,
    write: (project: ProjectEntity) => Promise<void>,
  ): Promise<LogoChange> {
    return this.uow.run(async () => {
      const project = await this.projects.get(code);
      const from = project.logoDigest;
      if (dryRun || from === to) return { from, to };
      await write(project);
      await this.audit.write({
        action: 'project.logo-changed',
        subjectType: 'project',
        subjectId: code,
        fromValue: shownDigest(from),
        toValue: shownDigest(to),
        reason: to && `sha256 ${to}`,
      });
      return { from, to };
    });
  }

  private async requireSet(
    project: ProjectEntity,
    logo: Pick<ProjectEntity, 'logoDigest' | 'logoWidth' | 'logoHeight'>,
  ): Promise<void> {
    if (!(await this.rows.updateIf(project, logo, this.clock.now()))) throw new Refusal('CONFLICT');
  }
}

/** @throws FIELD_ERRORS */
function checkedPicture(bytes: Buffer): CleanPicture {
  const picture = bytes.length > MAX_LOGO_BYTES ? SERVER_MESSAGES.projects.logoTooLarge : readPicture(bytes);
  if (typeof picture !== 'string') return picture;
  const message = Object.hasOwn(TEXTS, picture) ? TEXTS[picture as PictureFault] : picture;
  throw new Refusal('FIELD_ERRORS', { message, details: { logo: message } });
}

/** Enough of it to tell two pictures apart. */
export function shownDigest(digest: string | null): string | null {
  return digest && digest.slice(0, SHOWN_DIGITS);
}
