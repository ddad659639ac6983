import { Inject, Injectable } from '@nestjs/common';
import { DEFAULT_PROFILE } from '../../config/merchant-profiles.js';
import { SETTINGS, type Settings } from '../../config/settings.token.js';
import { SERVER_MESSAGES } from '../../contracts/messages-server.js';
import type { NewProject, ProjectData, ProjectUpdate } from '../../contracts/projects.js';
import type { ProjectEntity } from '../../database/entities/project.entity.js';
import { isUniqueViolation, UnitOfWork } from '../../database/unit-of-work.js';
import { clipped } from '../../domain/files/clipped.js';
import { normaliseEmail } from '../../domain/people/email.js';
import {
  isProjectCode,
  PROJECT_FIELDS,
  type ProjectField,
  projectFieldFault,
  type ProjectFields,
  PROJECT_STATES,
  projectStateDenial,
  type ProjectState,
} from '../../domain/projects/project-rules.js';
import { isWithin, type ProjectIds } from '../../domain/people/project-rights.js';
import { hasUnwantedCharacters } from '../../http/index.js';
import { Clock } from '../../runtime/clock.js';
import { Refusal } from '../../runtime/refusal.js';
import { AuditService } from '../audit/index.js';
import { shownLogoOf } from './logos/shown-logo.js';
import { ProjectsRepository } from './projects.repository.js';

const VALUE_LENGTH = 60;

interface FieldChange {
  field: ProjectField | 'state';
  from: string | null;
  to: string | null;
}

/** What is sold. Each change of a field or of the state is an audit entry. */
@Injectable()
export class Projects {
  constructor(
    private readonly repository: ProjectsRepository,
    private readonly audit: AuditService,
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** @param projectIds only these; null: all */
  async list(projectIds: ProjectIds = null): Promise<ProjectData[]> {
    const projects = await this.repository.list();
    return projects.filter(({ id }) => isWithin(projectIds, id)).map(presentProject);
  }

  /** @throws PROJECT_NOT_FOUND */
  async get(code: string): Promise<ProjectEntity> {
    const project = await this.repository.findByCode(code);
    if (!project) throw new Refusal('PROJECT_NOT_FOUND');
    return project;
  }

  /** @param codes null: all @throws PROJECT_NOT_FOUND */
  async idsOf(codes: readonly string[] | null): Promise<ProjectIds> {
    if (codes === null) return null;
    const ids = new Map((await this.repository.list()).map(({ code, id }) => [code, id]));
    return codes.map((code) => {
      const id = ids.get(code);
      if (id === undefined) throw new Refusal('PROJECT_NOT_FOUND');
      return id;
    });
  }

  /** Short names, oldest project first; null: all. */
  async codesOf(projectIds: ProjectIds): Promise<string[] | null> {
    if (projectIds === null) return null;
    return (await this.repository.list()).filter(({ id }) => projectIds.includes(id)).map(({ code }) => code);
  }

  /** By the id on a payment. @throws PROJECT_NOT_FOUND */
  async getById(id: number): Promise<ProjectEntity> {
    const project = await this.repository.findById(id);
    if (!project) throw new Refusal('PROJECT_NOT_FOUND');
    return project;
  }

  /** Whether there are others than the default one. */
  hasSeveral(): Promise<boolean> {
    return this.repository.hasSeveral();
  }

  /** A draft unless another state is given. @throws FIELD_ERRORS, PROJECT_CODE_TAKEN, MERCHANT_PROFILE_UNKNOWN */
  async create({ code, state: asked, ...fields }: NewProject): Promise<ProjectData> {
    const state = asked ?? 'draft';
    if (!isProjectCode(code)) throw fieldFault('code', SERVER_MESSAGES.projects.code);
    requireState('draft', state);
    const wanted = checkedFields(fields);
    this.requireProfile(wanted.merchantProfile);
    const now = this.clock.now();
    try {
      return await this.uow.run(async () => {
        await this.repository.insert({ code, state, ...wanted, createdAt: now, updatedAt: now });
        await this.audit.write({
          action: 'project.created',
          subjectType: 'project',
          subjectId: code,
          toValue: state,
          reason: wanted.name ? clipped(wanted.name, VALUE_LENGTH) : null,
        });
        return presentProject(await this.get(code));
      });
    } catch (error) {
      throw isUniqueViolation(error) ? new Refusal('PROJECT_CODE_TAKEN') : error;
    }
  }

  /**
   * Idempotent: what is as asked for already is not written.
   * @param dryRun checks and tells the changes, and writes none
   * @param keepsMerchant refuses another merchant profile
   * @throws PROJECT_NOT_FOUND, FIELD_ERRORS, MERCHANT_PROFILE_UNKNOWN, FORBIDDEN, CONFLICT
   */
  update(
    code: string,
    { state: asked, ...update }: ProjectUpdate,
    { dryRun = false, keepsMerchant = false } = {},
  ): Promise<FieldChange[]> {
    const wanted = checkedFields(update);
    // A body may hold null for what it leaves out.
    const state = asked ?? undefined;
    return this.uow.run(async () => {
      const project = await this.get(code);
      if (state !== undefined) requireState(project.state, state);
      const changes = changesOf(project, wanted, state);
      if (keepsMerchant && changes.some(({ field }) => field === 'merchantProfile'))
        throw new Refusal('FORBIDDEN', { message: SERVER_MESSAGES.auth.allProjectsOnly });
      // One that was taken out of the settings stays until it is changed, and hinders no other change.
      this.requireProfile(changes.find(({ field }) => field === 'merchantProfile')?.to);
      if (dryRun || changes.length === 0) return changes;
      const values = Object.fromEntries(changes.map(({ field, to }) => [field, to]));
      if (!(await this.repository.updateIf(project, values, this.clock.now()))) throw new Refusal('CONFLICT');
      for (const { field, from, to } of changes) {
        await this.audit.write({
          action: 'project.changed',
          subjectType: 'project',
          subjectId: code,
          fromValue: from && clipped(from, VALUE_LENGTH),
          toValue: to && clipped(to, VALUE_LENGTH),
          reason: field,
        });
      }
      return changes;
    });
  }

  /** Names that `GATEWAY_PROFILES` lists. */
  merchantProfiles(): string[] {
    return this.settings.gateway.profiles.map(({ name }) => name);
  }

  /** @throws MERCHANT_PROFILE_UNKNOWN */
  private requireProfile(name: string | null | undefined): void {
    const known = this.merchantProfiles();
    if (name === null || name === undefined || known.includes(name)) return;
    throw new Refusal('MERCHANT_PROFILE_UNKNOWN', { message: SERVER_MESSAGES.projects.profileUnknownOf(known) });
  }
}

export function presentProject(project: ProjectEntity): ProjectData {
  const { code, state, version, updatedAt } = project;
  const logo = shownLogoOf(project);
  const fields = Object.fromEntries(PROJECT_FIELDS.map((field) => [field, project[field]])) as ProjectFields;
  return { code, ...fields, state, ...(logo && { logo }), version, updatedAt: updatedAt.toISOString() };
}

function changesOf(project: ProjectEntity, wanted: Partial<ProjectFields>, state?: ProjectState): FieldChange[] {
  const fields = PROJECT_FIELDS.flatMap((field): FieldChange[] => {
    const to = wanted[field];
    return to === undefined || to === project[field] ? [] : [{ field, from: project[field], to }];
  });
  if (state === undefined || state === project.state) return fields;
  return [...fields, { field: 'state', from: project.state, to: state }];
}

/** @throws FIELD_ERRORS */
function requireState(from: ProjectState, to: ProjectState): void {
  // A command's option may be any text.
  const denial = PROJECT_STATES.includes(to) ? projectStateDenial(from, to) : SERVER_MESSAGES.projects.state;
  if (denial !== null) throw fieldFault('state', denial);
}

function fieldFault(field: string, message: string): Refusal {
  return new Refusal('FIELD_ERRORS', { message, details: { [field]: message } });
}

/** @throws FIELD_ERRORS */
function checkedFields(update: ProjectUpdate): Partial<ProjectFields> {
  const faults: Record<string, string> = {};
  const wanted: Partial<ProjectFields> = {};
  for (const field of PROJECT_FIELDS) {
    const text = update[field]?.normalize('NFC').trim();
    if (text === undefined) continue;
    const fault = text === '' ? null : (plainFault(text) ?? projectFieldFault(field, text));
    if (fault !== null) faults[field] = fault;
    else wanted[field] = text === '' ? null : stored(field, text);
  }
  const [first] = Object.values(faults);
  if (first !== undefined) throw new Refusal('FIELD_ERRORS', { message: first, details: faults });
  return wanted;
}

function plainFault(text: string): string | null {
  return hasUnwantedCharacters(text) ? 'Enter one line without control characters' : null;
}

function stored(field: ProjectField, text: string): string | null {
  if (field === 'merchantProfile' && text === DEFAULT_PROFILE) return null;
  return field === 'supportEmail' ? (normaliseEmail(text) ?? text) : text;
}
