import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { CatalogueSettings, CreatedCatalogue, NewCatalogueVersion } from '../../../contracts/catalogue.js';
import { OFFICE_MESSAGES } from '../../../contracts/messages-office.js';
import { SERVER_MESSAGES } from '../../../contracts/messages-server.js';
import type { ProjectEntity } from '../../../database/entities/project.entity.js';
import { isUniqueViolation, UnitOfWork } from '../../../database/unit-of-work.js';
import { isIstDay, istDayOf } from '../../../domain/calendar/ist-day.js';
import { catalogueChanges } from '../../../domain/catalogue/catalogue-changes.js';
import {
  type Catalogue,
  catalogueFaults,
  DEFAULT_CATALOGUE,
  DEFAULT_CATALOGUE_ID,
  type NewCatalogue,
} from '../../../domain/catalogue/catalogue-rules.js';
import { catalogueText } from '../../../domain/catalogue/catalogue-text.js';
import { beginDenial, isOvertaken, versionInForce } from '../../../domain/terms/terms-rules.js';
import { Clock } from '../../../runtime/clock.js';
import { Refusal } from '../../../runtime/refusal.js';
import { requestContext } from '../../../runtime/request-context.js';
import { AuditService } from '../../audit/index.js';
import { Projects } from '../../projects/index.js';
import { readCatalogues } from '../catalogues.queries.js';
import { catalogueOf, formOf, plainFaults, presentVersion } from './catalogue-presenter.js';
import { CatalogueVersionsRepository } from './catalogue-versions.repository.js';

const TEXT = SERVER_MESSAGES.catalogue;

/** Versions of a project's catalogue. Each is an audit entry with its digest. */
@Injectable()
export class CatalogueVersions {
  constructor(
    private readonly repository: CatalogueVersionsRepository,
    private readonly projects: Projects,
    private readonly audit: AuditService,
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** @throws PROJECT_NOT_FOUND */
  async settings(code: string): Promise<CatalogueSettings> {
    const { id } = await this.projects.get(code);
    const all = await readCatalogues(this.uow);
    const rows = await this.repository.list(id);
    const authors = await this.repository.authors(rows);
    const inForce = versionInForce(rows, this.today);
    const versions = rows.flatMap((row) => {
      const catalogue = all.find((each) => each.id === row.id);
      return catalogue ? [presentVersion(row, catalogue, inForce, authors)] : [];
    });
    const base = baseOf(all, id);
    const earliest = base.effectiveFrom > this.today ? base.effectiveFrom : this.today;
    return { project: code, versions, base: formOf(base, earliest) };
  }

  /**
   * Adds a version. Idempotent: what the newest version says from the same day on makes no other one. The unique number lets only one of
   * several that are based on the same version be written.
   * @param dryRun checks and answers what would change, and writes nothing
   * @throws PROJECT_NOT_FOUND, FIELD_ERRORS, CONFLICT
   */
  async create(code: string, wanted: NewCatalogueVersion, { dryRun = false } = {}): Promise<CreatedCatalogue> {
    const all = await readCatalogues(this.uow);
    const { id: projectId } = await this.projects.get(code);
    const fresh = checked(
      wanted,
      all.filter((version) => version.projectId === projectId),
    );
    try {
      return await this.uow.run(async () => {
        const project = await this.projects.get(code);
        const latest = newestOf(all, project.id);
        const { effectiveFrom } = wanted;
        const result = {
          effectiveFrom,
          changes: catalogueChanges(baseOf(all, project.id), fresh),
          openLinks: await this.repository.countOpenLinks(project.id, this.clock.now()),
        };
        if (latest && latest.effectiveFrom === effectiveFrom && catalogueText(latest) === catalogueText(fresh))
          return { ...result, number: latest.number, isNew: false };
        const newest = latest?.number ?? 0;
        if (isOvertaken(wanted.basedOn, newest))
          throw new Refusal('CONFLICT', { message: SERVER_MESSAGES.general.overtaken(newest) });
        this.requireBegin(effectiveFrom, latest);
        const newSeries = await this.requireSeries(project.id, fresh);
        const number = newest + 1;
        if (!dryRun) await this.write(project, number, effectiveFrom, fresh, newSeries);
        return { ...result, number, isNew: true };
      });
    } catch (error) {
      throw isUniqueViolation(error) ? new Refusal('CONFLICT') : error;
    }
  }

  private async write(
    { id: projectId, code }: ProjectEntity,
    number: number,
    effectiveFrom: string,
    fresh: NewCatalogue,
    newSeries: NewCatalogue['tiers'],
  ): Promise<void> {
    const digest = createHash('sha256').update(catalogueText(fresh)).digest('hex');
    const createdBy = requestContext()?.principal?.userId ?? null;
    const createdAt = this.clock.now();
    for (const { prefix, code: tierCode } of newSeries) await this.repository.insertSeries(prefix, projectId, tierCode);
    await this.repository.insert({ projectId, number, effectiveFrom, digest, createdBy, createdAt }, fresh);
    await this.audit.write({
      action: 'catalogue.created',
      subjectType: 'catalogue',
      subjectId: `${code}:${number}`,
      toValue: `in force from ${effectiveFrom}`,
      reason: `sha256 ${digest}`,
    });
  }

  /** @returns the tiers whose series is new @throws FIELD_ERRORS for the series of another project or tier */
  private async requireSeries(projectId: number, { tiers }: NewCatalogue): Promise<NewCatalogue['tiers']> {
    const known = await this.repository.findSeries(tiers.map(({ prefix }) => prefix));
    const faults: Record<string, string> = {};
    for (const { prefix, code } of tiers) {
      const series = known.find((each) => each.prefix === prefix);
      if (series && (series.projectId !== projectId || series.tierCode !== code))
        faults[`${code}.prefix`] = TEXT.prefixTaken(prefix);
    }
    refuse(faults);
    return tiers.filter(({ prefix }) => !known.some((series) => series.prefix === prefix));
  }

  /** @throws FIELD_ERRORS */
  private requireBegin(from: string, latest: Catalogue | null): void {
    const denial = isIstDay(from) ? beginDenial(from, this.today, latest?.effectiveFrom ?? null) : 'malformed';
    if (denial === null) return;
    const effectiveFrom = {
      malformed: () => OFFICE_MESSAGES.days.malformed,
      past: () => TEXT.past,
      before_latest: () => TEXT.beforeLatest(latest!.effectiveFrom),
    }[denial]();
    refuse({ effectiveFrom });
  }

  private get today(): string {
    return istDayOf(this.clock.now());
  }
}

/** @throws FIELD_ERRORS */
function checked(wanted: NewCatalogueVersion, made: readonly Catalogue[]): NewCatalogue {
  const fresh = catalogueOf(wanted);
  refuse({ ...plainFaults(fresh), ...catalogueFaults(fresh, made) });
  return fresh;
}

function refuse(faults: Record<string, string>): void {
  const [first] = Object.values(faults);
  if (first !== undefined) throw new Refusal('FIELD_ERRORS', { message: first, details: faults });
}

function newestOf(all: readonly Catalogue[], projectId: number): Catalogue | null {
  const own = all.filter((each) => each.projectId === projectId);
  return own.reduce<Catalogue | null>((last, each) => (last && last.number > each.number ? last : each), null);
}

/** What the next version is compared with: a project without its own sells by the installation's first one. */
function baseOf(all: readonly Catalogue[], projectId: number): Catalogue {
  return newestOf(all, projectId) ?? all.find(({ id }) => id === DEFAULT_CATALOGUE_ID) ?? DEFAULT_CATALOGUE;
}
