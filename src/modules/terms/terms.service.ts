import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { NewTermsVersion, TermsState, TermsTexts, TermsVersionData } from '../../contracts/projects.js';
import { OFFICE_MESSAGES } from '../../contracts/messages-office.js';
import { SERVER_MESSAGES } from '../../contracts/messages-server.js';
import type { ProjectEntity } from '../../database/entities/project.entity.js';
import type { TermsVersionEntity } from '../../database/entities/terms-version.entity.js';
import { isUniqueViolation, UnitOfWork } from '../../database/unit-of-work.js';
import { isIstDay, istDayOf } from '../../domain/calendar/ist-day.js';
import {
  beginDenial,
  isOvertaken,
  MAX_TERMS_BODY,
  MAX_TERMS_SUMMARY,
  versionInForce,
} from '../../domain/terms/terms-rules.js';
import { hasUnwantedCharacters } from '../../http/index.js';
import { Clock } from '../../runtime/clock.js';
import { Refusal } from '../../runtime/refusal.js';
import { requestContext } from '../../runtime/request-context.js';
import { AuditService } from '../audit/index.js';
import { Projects } from '../projects/index.js';
import { TermsVersionsRepository } from './terms-versions.repository.js';

const TEXT = SERVER_MESSAGES.terms;

export interface CreatedTerms {
  number: number;
  effectiveFrom: string;
  /** False when the newest version says the same from the same day on: nothing was written. */
  isNew: boolean;
}

/** Versions of a project's terms. Each is an audit entry with its digest. */
@Injectable()
export class Terms {
  constructor(
    private readonly versions: TermsVersionsRepository,
    private readonly projects: Projects,
    private readonly audit: AuditService,
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** Newest first. @throws PROJECT_NOT_FOUND */
  async list(code: string): Promise<TermsVersionData[]> {
    const { id } = await this.projects.get(code);
    const versions = await this.versions.list(id);
    const counts = await this.versions.countAgreements(id);
    const authors = await this.versions.authors(versions);
    const inForce = versionInForce(versions, this.today);
    return versions.map((version) => ({
      ...textsOf(version),
      number: version.number,
      effectiveFrom: version.effectiveFrom,
      state: stateOf(version, inForce),
      digest: version.digest,
      createdAt: version.createdAt.toISOString(),
      createdBy: version.createdBy === null ? null : (authors.get(version.createdBy) ?? null),
      agreements: counts.get(version.id) ?? 0,
    }));
  }

  /**
   * Adds a version. Idempotent: texts and day of the newest version make no other one. The unique number lets only one of several that
   * are based on the same version be written.
   * @param dryRun checks and answers, and writes nothing
   * @throws PROJECT_NOT_FOUND, FIELD_ERRORS, CONFLICT
   */
  async create(code: string, wanted: NewTermsVersion, { dryRun = false } = {}): Promise<CreatedTerms> {
    try {
      return await this.uow.run(async () => {
        const project = await this.projects.get(code);
        const latest = await this.versions.latest(project.id);
        const texts = checkedTexts(project, wanted);
        const { effectiveFrom } = wanted;
        const digest = digestOf(texts);
        if (latest && latest.effectiveFrom === effectiveFrom && holdsSame(latest, texts))
          return { number: latest.number, effectiveFrom, isNew: false };
        const newest = latest?.number ?? 0;
        if (isOvertaken(wanted.basedOn, newest))
          throw new Refusal('CONFLICT', { message: SERVER_MESSAGES.general.overtaken(newest) });
        this.requireBegin(effectiveFrom, latest);
        const number = newest + 1;
        if (!dryRun) await this.write(project, { ...texts, number, effectiveFrom, digest });
        return { number, effectiveFrom, isNew: true };
      });
    } catch (error) {
      throw isUniqueViolation(error) ? new Refusal('CONFLICT') : error;
    }
  }

  private async write(
    { id: projectId, code }: ProjectEntity,
    version: TermsTexts & { number: number; effectiveFrom: string; digest: string },
  ): Promise<void> {
    const createdBy = requestContext()?.principal?.userId ?? null;
    await this.versions.insert({ projectId, ...version, createdBy, createdAt: this.clock.now() });
    await this.audit.write({
      action: 'terms.created',
      subjectType: 'terms',
      subjectId: `${code}:${version.number}`,
      toValue: `in force from ${version.effectiveFrom}`,
      reason: `sha256 ${version.digest}`,
    });
  }

  /** @throws FIELD_ERRORS */
  private requireBegin(from: string, latest: TermsVersionEntity | null): void {
    const denial = isIstDay(from) ? beginDenial(from, this.today, latest?.effectiveFrom ?? null) : 'malformed';
    if (denial === null) return;
    const text = {
      malformed: () => OFFICE_MESSAGES.days.malformed,
      past: () => TEXT.past,
      before_latest: () => TEXT.beforeLatest(latest!.effectiveFrom),
    }[denial]();
    throw new Refusal('FIELD_ERRORS', { message: text, details: { effectiveFrom: text } });
  }

  private get today(): string {
    return istDayOf(this.clock.now());
  }
}

function textsOf({ summaryEn, bodyEn, summaryHi, bodyHi }: TermsTexts): TermsTexts {
  return { summaryEn, bodyEn, summaryHi, bodyHi };
}

function holdsSame(latest: TermsTexts, texts: TermsTexts): boolean {
  return JSON.stringify(textsOf(latest)) === JSON.stringify(textsOf(texts));
}

/** SHA-256 of the four texts as a JSON array, hexadecimal. */
function digestOf({ summaryEn, bodyEn, summaryHi, bodyHi }: TermsTexts): string {
  return createHash('sha256')
    .update(JSON.stringify([summaryEn, bodyEn, summaryHi, bodyHi]))
    .digest('hex');
}

function stateOf({ number }: TermsVersionEntity, inForce: number | null): TermsState {
  if (number === inForce) return 'in-force';
  return number > (inForce ?? 0) ? 'planned' : 'past';
}

/** @throws FIELD_ERRORS */
function checkedTexts({ languages }: ProjectEntity, wanted: NewTermsVersion): TermsTexts {
  const needsHindi = languages !== 'en';
  const texts = {
    summaryEn: normal(wanted.summaryEn),
    bodyEn: normal(wanted.bodyEn),
    summaryHi: normal(wanted.summaryHi ?? ''),
    bodyHi: normal(wanted.bodyHi ?? ''),
  };
  const faults: Record<string, string> = {};
  for (const [field, text] of Object.entries(texts)) {
    const fault = faultOf(field, text, needsHindi);
    if (fault !== null) faults[field] = fault;
  }
  const [first] = Object.values(faults);
  if (first !== undefined) throw new Refusal('FIELD_ERRORS', { message: first, details: faults });
  return needsHindi ? texts : { ...texts, summaryHi: null, bodyHi: null };
}

function faultOf(field: string, text: string, needsHindi: boolean): string | null {
  const isHindi = field.endsWith('Hi');
  if (isHindi && !needsHindi) return text === '' ? null : TEXT.englishOnly;
  const isBody = field.startsWith('body');
  const max = isBody ? MAX_TERMS_BODY : MAX_TERMS_SUMMARY;
  if (text === '') return isHindi ? TEXT.hindiNeeded : TEXT.needed;
  if ([...text].length > max) return TEXT.tooLong(max);
  return hasUnwantedCharacters(text.replace(/\n|\t/g, ' ')) ? TEXT.characters : null;
}

/** Line ends are one character, so that a form and a file give the same version. */
function normal(text: string): string {
  return text.normalize('NFC').replace(/\r\n?/g, '\n').trim();
}
