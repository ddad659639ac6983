import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Controller, Get, HttpCode, Post, Query, Res } from '@nestjs/common';
import type { Response } from 'express';
import { Roles } from '../../http/index.js';
import { AuditDesk } from './audit-desk.service.js';
import { AuditExport } from './audit-export.service.js';

@Controller('api/admin/audit')
@Roles('admin')
export class AuditApiController {
  constructor(
    private readonly desk: AuditDesk,
    private readonly exports: AuditExport,
  ) {}

  @Get()
  list(@Query() query: Record<string, unknown>) {
    return this.desk.answer(query);
  }

  @Get('export')
  async export(@Query() query: Record<string, unknown>, @Res() response: Response): Promise<void> {
    const file = await this.exports.start(query);
    response.setHeader('Content-Type', 'text/csv; charset=utf-8');
    response.setHeader('Content-Disposition', `attachment; filename="${file.name}"`);
    response.setHeader('Cache-Control', 'no-store');
    // Whoever closes the connection ends the reading with it.
    await pipeline(Readable.from(file.lines), response).catch(() => response.destroy());
  }

  @Post('verify')
  @HttpCode(200)
  verify() {
    return this.desk.verify();
  }
}
