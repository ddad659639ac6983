import { ArrayMaxSize, IsArray, IsOptional, IsString } from 'class-validator';
import type { EventUpdate, NewEvent } from '../../../contracts/events.js';
import { EVENT_LIMITS } from '../../../domain/projects/event-rules.js';
import { IsText } from '../../../http/index.js';

const MAX_SELLERS = 500;
const ID_LENGTH = 12;

type SellerChange = 'addSellers' | 'removeSellers';

/** The rules of the fields stand in the domain, since commands keep to them too; here are their lengths. */
class EventOrderDto implements Omit<EventUpdate, SellerChange | 'name'> {
  /** Where it is; empty for none. */
  @IsOptional()
  @IsText({ max: EVENT_LIMITS.place })
  place?: string;

  /** First IST day on which it sells, `YYYY-MM-DD`; empty: open. */
  @IsOptional()
  @IsText({ max: EVENT_LIMITS.firstDay })
  firstDay?: string;

  /** Last IST day on which it sells, `YYYY-MM-DD`; empty: open. */
  @IsOptional()
  @IsText({ max: EVENT_LIMITS.lastDay })
  lastDay?: string;

  /** Opening hours, as people read them; empty for none. */
  @IsOptional()
  @IsText({ max: EVENT_LIMITS.hours })
  hours?: string;

  /** Ids of all accounts that sell in it. */
  @IsOptional()
  @IsArray()
  @ArrayMaxSize(MAX_SELLERS)
  @IsString({ each: true })
  sellers?: string[];
}

export class EventUpdateDto extends EventOrderDto implements EventUpdate {
  /** Name of the event. */
  @IsOptional()
  @IsText({ max: EVENT_LIMITS.name })
  name?: string;

  /** Ids of accounts to assign. */
  @IsOptional()
  @IsArray()
  @ArrayMaxSize(MAX_SELLERS)
  @IsString({ each: true })
  addSellers?: string[];

  /** Ids of accounts to take out. */
  @IsOptional()
  @IsArray()
  @ArrayMaxSize(MAX_SELLERS)
  @IsString({ each: true })
  removeSellers?: string[];
}

export class NewEventDto extends EventOrderDto implements NewEvent {
  /** Name of the event. */
  @IsText({ max: EVENT_LIMITS.name })
  name: string;
}

export class ChosenEventDto {
  /** Internal id of an event that the person can sell in. */
  @IsText({ max: ID_LENGTH })
  eventId: string;
}
