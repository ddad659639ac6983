import { Body, Controller, Get, Param, Put } from '@nestjs/common';
import type { ApiSuccess } from '../../contracts/common.js';
import { MESSAGES } from '../../contracts/messages.js';
import type { PermissionState } from '../../contracts/refunds.js';
import { AllProjects, AnyProject, CurrentUser, type Principal, Roles, StepUp } from '../../http/index.js';
import { RefundSwitch } from './refund-switch.service.js';
import { PermissionDto } from './refunds.dto.js';

type PermissionAnswer = ApiSuccess<PermissionState> & PermissionState;

/** The refund switch. Its state is also at the top level, where older clients read it. */
@Controller('api/auth')
export class PermissionApiController {
  constructor(private readonly refundSwitch: RefundSwitch) {}

  @Get('getPermissionStatus')
  @AnyProject()
  @Roles('admin', 'sales_manager')
  async status(): Promise<PermissionAnswer> {
    const state = await this.refundSwitch.state();
    return { success: true, ...state, data: state };
  }

  @Put('togglePermission/:id')
  @AllProjects()
  @StepUp()
  @Roles('admin')
  async toggle(
    @CurrentUser() user: Principal,
    @Param('id') id: string,
    @Body() { isEnabled }: PermissionDto,
  ): Promise<PermissionAnswer> {
    const state = await this.refundSwitch.turn(id, user.userId, isEnabled);
    return { success: true, ...state, data: state, message: MESSAGES.permission.updated };
  }
}
