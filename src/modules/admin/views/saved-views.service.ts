import { Injectable } from '@nestjs/common';
import type { ApiSuccess } from '../../../contracts/common.js';
import { LIST_MESSAGES } from '../../../contracts/messages-list.js';
import { type SavedView, type SavedViewList, VIEW_LIMITS } from '../../../contracts/saved-views.js';
import type { SavedViewEntity } from '../../../database/entities/saved-view.entity.js';
import { isUniqueViolation, UnitOfWork } from '../../../database/unit-of-work.js';
import type { AuditActionName } from '../../../domain/audit/audit-actions.js';
import type { AnswerStore, Principal } from '../../../http/index.js';
import { Clock } from '../../../runtime/clock.js';
import { newPublicId, PUBLIC_ID } from '../../../runtime/ids.js';
import { Refusal } from '../../../runtime/refusal.js';
import { AuditService } from '../../audit/index.js';
import { readAdminQuery } from '../admin-filter.js';
import type { ChangeViewDto, SaveViewDto } from './saved-views.dto.js';
import { SavedViewsRepository } from './saved-views.repository.js';

const WORDS = LIST_MESSAGES.views;
/** What a view holds, in the order of the list's address. */
const KEPT = [
  'status',
  'tokenType',
  'salesManager',
  'project',
  'event',
  'startDate',
  'endDate',
  'needsReview',
  'sort',
  'direction',
];

/**
 * Filters of the admin's list under a name. A view belongs to who made it: the owner alone changes it. A shared one is seen by every
 * admin, and any admin may delete it, since its owner may have left. What concerns others is an audit entry.
 */
@Injectable()
export class SavedViews {
  constructor(
    private readonly repository: SavedViewsRepository,
    private readonly audit: AuditService,
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  async list(user: Principal): Promise<SavedView[]> {
    const { userId } = user;
    const rows = await this.withinProjects(user, await this.repository.listFor(userId));
    return rows.map(({ publicId, ownerId, name, query, isShared, owner }) => {
      return { id: publicId, name, query, isShared, isOwn: ownerId === userId, owner };
    });
  }

  /** @throws FILTER_INVALID, FIELD_ERRORS, VIEW_NAME_TAKEN, TOO_MANY_VIEWS */
  async create(user: Principal, body: SaveViewDto, storeAnswer: AnswerStore): Promise<ApiSuccess<SavedViewList>> {
    const { name } = body;
    const isShared = body.isShared ?? false;
    const query = keptQuery(body.query);
    return this.unlessTaken(async () => {
      await this.repository.lockOwner(user.userId);
      if ((await this.repository.countOwn(user.userId)) >= VIEW_LIMITS.own)
        throw new Refusal('TOO_MANY_VIEWS', { message: WORDS.tooMany(VIEW_LIMITS.own) });
      if (isShared) await this.requireSharedRoom();
      const now = this.clock.now();
      const publicId = newPublicId();
      const named = { name, nameKey: keyOf(name) };
      const view = { publicId, ownerId: user.userId, ...named, query, isShared, createdAt: now, updatedAt: now };
      await this.repository.insert(view);
      if (isShared) await this.record('view.shared', view);
      const answer = await this.answer(user, WORDS.saved(name));
      await storeAnswer(answer);
      return answer;
    });
  }

  /** @throws VIEW_NOT_FOUND, VIEW_OF_ANOTHER, FILTER_INVALID, FIELD_ERRORS, VIEW_NAME_TAKEN, TOO_MANY_VIEWS */
  async change(user: Principal, publicId: string, body: ChangeViewDto): Promise<ApiSuccess<SavedViewList>> {
    // A body may hold null for what it leaves out.
    const given = body.query ?? null;
    const query = given === null ? null : keptQuery(given);
    return this.unlessTaken(async () => {
      await this.repository.lockOwner(user.userId);
      const view = await this.visible(user, publicId);
      if (view.ownerId !== user.userId) throw new Refusal('VIEW_OF_ANOTHER');
      const name = body.name ?? view.name;
      const isShared = body.isShared ?? view.isShared;
      if (isShared && !view.isShared) await this.requireSharedRoom();
      const after = { ...view, name, isShared, query: query ?? view.query };
      await this.repository.update(view.id, {
        name,
        nameKey: keyOf(name),
        query: after.query,
        isShared,
        updatedAt: this.clock.now(),
      });
      const action = actionOf(view, after);
      if (action) await this.record(action, after);
      return this.answer(user, WORDS.changed(name));
    });
  }

  /** An admin of some projects deletes own views alone. @throws VIEW_NOT_FOUND, VIEW_OF_ANOTHER */
  async remove(user: Principal, publicId: string): Promise<ApiSuccess<SavedViewList>> {
    return this.uow.run(async () => {
      const view = await this.visible(user, publicId);
      if (user.projectIds !== null && view.ownerId !== user.userId) throw new Refusal('VIEW_OF_ANOTHER');
      if (!(await this.repository.remove(view.id))) throw new Refusal('VIEW_NOT_FOUND');
      if (view.isShared) await this.record('view.deleted', view);
      return this.answer(user, WORDS.removed(view.name));
    });
  }

  /** Own or shared; another's own view is as unknown as none. */
  private async visible(user: Principal, publicId: string): Promise<SavedViewEntity> {
    const found = PUBLIC_ID.test(publicId) ? await this.repository.find(publicId) : null;
    const [view] = await this.withinProjects(user, found ? [found] : []);
    if (!view || (view.ownerId !== user.userId && !view.isShared)) throw new Refusal('VIEW_NOT_FOUND');
    return view;
  }

  /** Without views of others that name a project or an event which the person may not see. */
  private async withinProjects<View extends Pick<SavedViewEntity, 'ownerId' | 'query'>>(
    { userId, projectIds }: Principal,
    views: View[],
  ): Promise<View[]> {
    if (projectIds === null || views.every(({ ownerId }) => ownerId === userId)) return views;
    const events = await this.repository.eventsOf(projectIds);
    return views.filter(({ ownerId, query }) => {
      const [project, event] = ['project', 'event'].map((name) => Number(new URLSearchParams(query).get(name) ?? 0));
      const isWithin = (!project || projectIds.includes(project)) && (!event || events.has(event));
      return ownerId === userId || isWithin;
    });
  }

  private async requireSharedRoom(): Promise<void> {
    if ((await this.repository.countShared()) >= VIEW_LIMITS.shared)
      throw new Refusal('TOO_MANY_VIEWS', { message: WORDS.tooManyShared(VIEW_LIMITS.shared) });
  }

  /** The name is text of a person and stays out of the log, which is never changed; the filters are not. */
  private record(
    action: AuditActionName,
    view: Pick<SavedViewEntity, 'publicId' | 'ownerId' | 'query'>,
  ): Promise<void> {
    const { publicId, ownerId, query } = view;
    return this.audit.write({
      action,
      subjectType: 'view',
      subjectId: publicId,
      toValue: `owner ${ownerId}`,
      reason: query,
    });
  }

  private async answer(user: Principal, message: string): Promise<ApiSuccess<SavedViewList>> {
    return { success: true, data: { views: await this.list(user) }, message };
  }

  private async unlessTaken<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await this.uow.run(work);
    } catch (error) {
      throw isUniqueViolation(error) ? new Refusal('VIEW_NAME_TAKEN') : error;
    }
  }
}

function actionOf(before: SavedViewEntity, after: SavedViewEntity): AuditActionName | null {
  if (before.isShared !== after.isShared) return after.isShared ? 'view.shared' : 'view.unshared';
  const isChanged = before.name !== after.name || before.query !== after.query;
  return after.isShared && isChanged ? 'view.changed' : null;
}

function keyOf(name: string): string {
  return name.toLowerCase().replace(/\s+/g, ' ');
}

/** @throws FILTER_INVALID for a filter that the list refuses, FIELD_ERRORS when there is none */
function keptQuery(text: string): string {
  const given = Object.fromEntries(new URLSearchParams(text));
  const kept = KEPT.flatMap((name) => (given[name] ? [[name, given[name]] as [string, string]] : []));
  readAdminQuery(Object.fromEntries(kept), null);
  if (kept.length === 0)
    throw new Refusal('FIELD_ERRORS', { message: WORDS.nothing, details: { query: WORDS.nothing } });
  return new URLSearchParams(kept).toString();
}
