import { Body, Controller, Get, HttpCode, Param, Post, Put } from '@nestjs/common';
import type { ApiSuccess } from '../../../contracts/common.js';
import type { SavedViewList } from '../../../contracts/saved-views.js';
import {
  type AnswerStore,
  AnyProject,
  CurrentUser,
  Idempotent,
  type Principal,
  Roles,
  StoreAnswer,
} from '../../../http/index.js';
import { ChangeViewDto, SaveViewDto } from './saved-views.dto.js';
import { SavedViews } from './saved-views.service.js';

@Controller('api/admin/views')
@Roles('admin')
export class SavedViewsApiController {
  constructor(private readonly views: SavedViews) {}

  @Get()
  @AnyProject()
  async list(@CurrentUser() user: Principal): Promise<ApiSuccess<SavedViewList>> {
    return { success: true, data: { views: await this.views.list(user) } };
  }

  @Post()
  @AnyProject()
  @Idempotent('save-view')
  create(
    @CurrentUser() user: Principal,
    @Body() body: SaveViewDto,
    @StoreAnswer() storeAnswer: AnswerStore,
  ): Promise<ApiSuccess<SavedViewList>> {
    return this.views.create(user, body, storeAnswer);
  }

  @Put(':viewId')
  @AnyProject()
  change(
    @CurrentUser() user: Principal,
    @Param('viewId') viewId: string,
    @Body() body: ChangeViewDto,
  ): Promise<ApiSuccess<SavedViewList>> {
    return this.views.change(user, viewId, body);
  }

  @Post(':viewId/delete')
  @AnyProject()
  @HttpCode(200)
  remove(@CurrentUser() user: Principal, @Param('viewId') viewId: string): Promise<ApiSuccess<SavedViewList>> {
    return this.views.remove(user, viewId);
  }
}
