import { Body, Controller, HttpCode, Param, Post } from '@nestjs/common';
import type { StaffLinkData, StaffRow } from '../../../contracts/accounts.js';
import type { ApiSuccess } from '../../../contracts/common.js';
import { OFFICE_MESSAGES } from '../../../contracts/messages-office.js';
import { AllProjects, CurrentUser, type Principal, Roles, StepUp } from '../../../http/index.js';
import { InviteDto } from './staff.dto.js';
import { StaffAccountsService } from './staff-accounts.service.js';
import { StaffIdPipe } from './staff-id.pipe.js';
import { StaffLinks } from './staff-links.service.js';
import { StaffResets } from './staff-resets.service.js';

const WORDS = OFFICE_MESSAGES.staff;

@Controller('api/admin/staff')
@Roles('admin')
@AllProjects()
export class StaffLinksApiController {
  constructor(
    private readonly service: StaffAccountsService,
    private readonly links: StaffLinks,
    private readonly resets: StaffResets,
  ) {}

  @Post()
  @StepUp()
  async invite(@CurrentUser() admin: Principal, @Body() body: InviteDto): Promise<ApiSuccess<StaffLinkData>> {
    const sent = await this.links.invite(admin, body);
    const data = await this.service.linkData(admin, sent.id, sent);
    return { success: true, data, message: invitedText(data) };
  }

  @Post(':id/resend-invitation')
  @StepUp()
  @HttpCode(200)
  async resend(
    @CurrentUser() admin: Principal,
    @Param('id', StaffIdPipe) id: number,
  ): Promise<ApiSuccess<StaffLinkData>> {
    const data = await this.service.linkData(admin, id, await this.links.resend(admin, id));
    return { success: true, data, message: invitedText(data) };
  }

  @Post(':id/withdraw-invitation')
  @HttpCode(200)
  async withdraw(@Param('id', StaffIdPipe) id: number): Promise<ApiSuccess<null>> {
    await this.links.withdraw(id);
    return { success: true, data: null, message: WORDS.withdrawn };
  }

  @Post(':id/reset-password')
  @StepUp()
  @HttpCode(200)
  async resetPassword(
    @CurrentUser() admin: Principal,
    @Param('id', StaffIdPipe) id: number,
  ): Promise<ApiSuccess<StaffLinkData>> {
    const data = await this.service.linkData(admin, id, await this.resets.resetPassword(admin, id));
    return { success: true, data, message: resetText(data) };
  }

  @Post(':id/reset-second-factor')
  @StepUp()
  @HttpCode(200)
  async resetFactor(
    @CurrentUser() admin: Principal,
    @Param('id', StaffIdPipe) id: number,
  ): Promise<ApiSuccess<StaffRow>> {
    await this.resets.resetSecondFactor(admin, id);
    return { success: true, data: await this.service.row(admin, id), message: WORDS.factorReset };
  }
}

function invitedText({ link, staff }: StaffLinkData): string {
  return link === null ? WORDS.invited(staff.email) : WORDS.invitedByHand(staff.email);
}

function resetText({ link, staff }: StaffLinkData): string {
  return link === null ? WORDS.resetSent(staff.email) : WORDS.resetByHand;
}
