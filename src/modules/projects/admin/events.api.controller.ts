import { Body, Controller, Get, HttpCode, Param, Post, Put } from '@nestjs/common';
import type { ApiSuccess } from '../../../contracts/common.js';
import type { EventData } from '../../../contracts/events.js';
import { SERVER_MESSAGES } from '../../../contracts/messages-server.js';
import {
  type AnswerStore,
  CurrentUser,
  Idempotent,
  type Principal,
  Roles,
  StoreAnswer,
  Subject,
} from '../../../http/index.js';
import { Events } from '../events.service.js';
import { EventUpdateDto, NewEventDto } from './events.dto.js';

@Controller('api/admin')
@Roles('admin')
export class EventsApiController {
  constructor(private readonly events: Events) {}

  @Get('projects/:code/events')
  @Subject('project')
  async listEvents(@Param('code') code: string): Promise<ApiSuccess<EventData[]>> {
    return { success: true, data: await this.events.list(code) };
  }

  @Post('projects/:code/events')
  @Subject('project')
  @HttpCode(201)
  @Idempotent('create-event')
  async createEvent(
    @Param('code') code: string,
    @Body() body: NewEventDto,
    @CurrentUser() { projectIds }: Principal,
    @StoreAnswer() storeAnswer: AnswerStore,
  ): Promise<ApiSuccess<EventData>> {
    return made(await this.events.create(code, body, projectIds, (event) => storeAnswer(made(event))));
  }

  @Put('events/:eventId')
  @Subject('event')
  async updateEvent(
    @Param('eventId') id: string,
    @Body() body: EventUpdateDto,
    @CurrentUser() { projectIds }: Principal,
  ): Promise<ApiSuccess<EventData>> {
    await this.events.update(id, body, { by: projectIds });
    return { success: true, data: await this.events.get(id), message: SERVER_MESSAGES.events.changed };
  }
}

function made(data: EventData): ApiSuccess<EventData> {
  return { success: true, data, message: SERVER_MESSAGES.events.created };
}
