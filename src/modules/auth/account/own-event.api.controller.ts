import { Body, Controller, Get, Put } from '@nestjs/common';
import type { ApiSuccess } from '../../../contracts/common.js';
import type { OfferedEventData } from '../../../contracts/events.js';
import { SERVER_MESSAGES } from '../../../contracts/messages-server.js';
import { AnyProject, CurrentUser, type Principal, Roles } from '../../../http/index.js';
import { ChosenEventDto, SalesEvents } from '../../projects/index.js';
import { SessionsRepository } from '../sessions.repository.js';

/** The event that one works in: a choice of the session, made again after the next sign-in. */
@Controller('api/account')
@Roles('admin', 'sales_manager')
export class OwnEventApiController {
  constructor(
    private readonly events: SalesEvents,
    private readonly sessions: SessionsRepository,
  ) {}

  @Get('events')
  @AnyProject()
  async list(@CurrentUser() user: Principal): Promise<ApiSuccess<OfferedEventData[]>> {
    return { success: true, data: await this.events.offered(user) };
  }

  /** Links that were made before stay in their event. */
  @Put('event')
  @AnyProject()
  async choose(@CurrentUser() user: Principal, @Body() body: ChosenEventDto): Promise<ApiSuccess<OfferedEventData[]>> {
    const eventId = await this.events.chosen(user, body.eventId);
    await this.sessions.setEvent(user.sessionId, eventId);
    const data = await this.events.offered({ ...user, eventId });
    const name = data.find(({ isCurrent }) => isCurrent)?.name ?? '';
    return { success: true, data, message: SERVER_MESSAGES.events.chosen(name) };
  }
}
