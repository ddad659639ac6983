import { Body, Controller, Get, HttpCode, Param, Post, Put, Query } from '@nestjs/common';
import type { SessionRow, StaffRow } from '../../../contracts/accounts.js';
import type { ApiSuccess } from '../../../contracts/common.js';
import { OFFICE_MESSAGES } from '../../../contracts/messages-office.js';
import { AllProjects, CurrentUser, type Principal, Roles, StepUp } from '../../../http/index.js';
import { StaffService } from '../staff.service.js';
import { RoleDto, StaffProjectsDto, TotpRuleDto } from './staff.dto.js';
import { StaffProjects } from './staff-projects.service.js';
import { StaffAccountsService } from './staff-accounts.service.js';
import { StaffIdPipe } from './staff-id.pipe.js';

const WORDS = OFFICE_MESSAGES.staff;

/** Routes that give access, or weaken its protection, need step-up; those that revoke access do not. */
@Controller('api/admin/staff')
@Roles('admin')
@AllProjects()
export class StaffApiController {
  constructor(
    private readonly service: StaffAccountsService,
    private readonly staff: StaffService,
    private readonly projects: StaffProjects,
  ) {}

  @Get()
  async list(@CurrentUser() admin: Principal, @Query() query: Record<string, unknown>) {
    const { rows, pagination } = await this.service.listing(admin, query);
    return { success: true, data: { rows, pagination } };
  }

  @Put('second-factor-rule')
  @StepUp()
  async rule(@CurrentUser() admin: Principal, @Body() { required }: TotpRuleDto): Promise<ApiSuccess<TotpRuleDto>> {
    await this.service.setTotpRule(admin, required);
    return { success: true, data: { required }, message: required ? WORDS.ruleOn : WORDS.ruleOff };
  }

  @Post(':id/disable')
  @HttpCode(200)
  async disable(@CurrentUser() admin: Principal, @Param('id', StaffIdPipe) id: number): Promise<ApiSuccess<StaffRow>> {
    await this.staff.disable(id, admin.userId);
    return { success: true, data: await this.service.row(admin, id), message: WORDS.disabled };
  }

  @Post(':id/enable')
  @StepUp()
  @HttpCode(200)
  async enable(@CurrentUser() admin: Principal, @Param('id', StaffIdPipe) id: number): Promise<ApiSuccess<StaffRow>> {
    await this.staff.enable(id);
    return { success: true, data: await this.service.row(admin, id), message: WORDS.enabled };
  }

  @Put(':id/role')
  @StepUp()
  async changeRole(
    @CurrentUser() admin: Principal,
    @Param('id', StaffIdPipe) id: number,
    @Body() { role }: RoleDto,
  ): Promise<ApiSuccess<StaffRow>> {
    await this.staff.changeRole(id, role);
    return { success: true, data: await this.service.row(admin, id), message: WORDS.roleChanged };
  }

  @Put(':id/projects')
  @StepUp()
  async changeProjects(
    @CurrentUser() admin: Principal,
    @Param('id', StaffIdPipe) id: number,
    @Body() { all, projects }: StaffProjectsDto,
  ): Promise<ApiSuccess<StaffRow>> {
    await this.projects.set(id, all ? null : (projects ?? []));
    return { success: true, data: await this.service.row(admin, id), message: WORDS.projectsChanged };
  }

  @Get(':id/sessions')
  async sessions(
    @CurrentUser() admin: Principal,
    @Param('id', StaffIdPipe) id: number,
  ): Promise<ApiSuccess<SessionRow[]>> {
    return { success: true, data: await this.service.listSessions(admin, id) };
  }

  @Post(':id/end-sessions')
  @HttpCode(200)
  async endSessions(@Param('id', StaffIdPipe) id: number): Promise<ApiSuccess<null>> {
    await this.service.endSessions(id);
    return { success: true, data: null, message: OFFICE_MESSAGES.account.sessionEnded };
  }

  @Post(':id/sessions/:sessionId/end')
  @HttpCode(200)
  async endSession(
    @Param('id', StaffIdPipe) id: number,
    @Param('sessionId', StaffIdPipe) sessionId: number,
  ): Promise<ApiSuccess<null>> {
    await this.service.endSession(id, sessionId);
    return { success: true, data: null, message: OFFICE_MESSAGES.account.sessionEnded };
  }
}
