import { Injectable } from '@nestjs/common';
import { In, IsNull } from 'typeorm';
import { EventEntity, EventSellerEntity } from '../../database/entities/event.entity.js';
import { UserEntity } from '../../database/entities/user.entity.js';
import { UnitOfWork } from '../../database/unit-of-work.js';
import { DEFAULT_EVENT_ID, type EventFields } from '../../domain/projects/event-rules.js';

export type EventWithProject = EventEntity & { project: NonNullable<EventEntity['project']> };
type NewEventRow = Pick<EventEntity, 'projectId' | 'createdAt' | 'updatedAt'> & EventFields;

/** The only writer of `events` and `event_sellers`. */
@Injectable()
export class EventsRepository {
  constructor(private readonly uow: UnitOfWork) {}

  /** Oldest first, with their projects. */
  list(projectId?: number): Promise<EventWithProject[]> {
    return this.find(projectId === undefined ? {} : { projectId });
  }

  async findById(id: number): Promise<EventWithProject | null> {
    return (await this.find({ id }))[0] ?? null;
  }

  /** The events that a seller is assigned to, oldest first. */
  async listOf(userId: number): Promise<EventWithProject[]> {
    const ids = await this.idsOf(userId);
    return ids.length === 0 ? [] : this.find({ id: In(ids) });
  }

  /** Ids of the events that a seller is assigned to, oldest event first. */
  async idsOf(userId: number): Promise<number[]> {
    const rows = await this.sellers.find({ select: { eventId: true }, where: { userId }, order: { eventId: 'ASC' } });
    return rows.map(({ eventId }) => eventId);
  }

  async findByIds(ids: number[]): Promise<EventWithProject[]> {
    return this.find({ id: In(ids) });
  }

  /** Whether there are others than the default one. */
  async hasSeveral(): Promise<boolean> {
    const newest = await this.events.findOne({ select: { id: true }, where: {}, order: { id: 'DESC' } });
    return (newest?.id ?? DEFAULT_EVENT_ID) > DEFAULT_EVENT_ID;
  }

  async insert(event: NewEventRow): Promise<number> {
    const { identifiers } = await this.events.insert(event);
    return Number(identifiers[0]?.['id']);
  }

  /** Compare-and-set on the version. @returns false when somebody else changed it meanwhile */
  async updateIf({ id, version }: EventEntity, changes: Partial<EventFields>, updatedAt: Date): Promise<boolean> {
    const { affected } = await this.events.update({ id, version }, { ...changes, version: version + 1, updatedAt });
    return affected === 1;
  }

  /** Sellers by event, in the order of their names. */
  async sellersOf(eventIds: number[]): Promise<Map<number, UserEntity[]>> {
    const rows = await this.sellers.find({ where: { eventId: In(eventIds) }, relations: { user: true } });
    const byEvent = new Map<number, UserEntity[]>(eventIds.map((id) => [id, []]));
    for (const { eventId, user } of rows) if (user) byEvent.get(eventId)?.push(user);
    for (const users of byEvent.values()) users.sort((one, other) => one.name.localeCompare(other.name));
    return byEvent;
  }

  /** Sellers whose account is active: neither disabled nor waiting for its invitation to be accepted. */
  assignable(): Promise<UserEntity[]> {
    const where = { role: 'sales_manager' as const, disabledAt: IsNull(), invitedAt: IsNull() };
    return this.uow.manager.getRepository(UserEntity).find({ where, order: { name: 'ASC', id: 'ASC' } });
  }

  async addSeller(eventId: number, userId: number, createdAt: Date): Promise<void> {
    await this.sellers.insert({ eventId, userId, createdAt });
  }

  async removeSeller(eventId: number, userId: number): Promise<void> {
    await this.sellers.delete({ eventId, userId });
  }

  private find(where: object): Promise<EventWithProject[]> {
    const found = this.events.find({ where, relations: { project: true }, order: { id: 'ASC' } });
    return found as Promise<EventWithProject[]>;
  }

  private get events() {
    return this.uow.manager.getRepository(EventEntity);
  }

  private get sellers() {
    return this.uow.manager.getRepository(EventSellerEntity);
  }
}
