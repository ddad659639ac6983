import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { SERVER_MESSAGES } from '../../../contracts/messages-server.js';
import { istDayOf } from '../../../domain/calendar/ist-day.js';
import type { Principal } from '../../../http/index.js';
import { Clock } from '../../../runtime/clock.js';
import { readChosenQuery } from '../admin-filter.js';
import { EXPORT_FORMATS, type ExportFormat } from './export-bytes.js';
import { ExportService } from './export.service.js';
import { Refusal } from '../../../runtime/refusal.js';

const TYPES: Readonly<Record<ExportFormat, string>> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

/** The export as a download. Where a replica was read, `X-Data-As-Of` says until when it is complete (ISO 8601, UTC). */
@Injectable()
export class ExportDownloadService {
  constructor(
    private readonly exports: ExportService,
    private readonly clock: Clock,
  ) {}

  /** @throws FILTER_INVALID, EXPORTS_BUSY before the first byte; a later failure aborts the download */
  async send(user: Principal, req: Request, res: Response): Promise<void> {
    const query = req.query as Record<string, unknown>;
    const { filter } = readChosenQuery(query, user.projectIds);
    const format = formatOf(query['format']);
    if (req.method === 'HEAD') {
      this.exports.requireRoom();
      return void this.begin(res, format).end();
    }
    const gone = new AbortController();
    res.once('close', () => gone.abort());
    const onStart = (asOf: Date | null) => {
      if (asOf) res.setHeader('X-Data-As-Of', asOf.toISOString());
      this.begin(res, format).flushHeaders();
    };
    await this.exports.run(filter, res, { format, signal: gone.signal, onStart });
    res.end();
  }

  private begin(res: Response, format: ExportFormat): Response {
    const day = istDayOf(this.clock.now());
    res.status(200);
    res.setHeader('Content-Type', TYPES[format]);
    res.setHeader('Content-Disposition', `attachment; filename="payments-${day}.${format}"`);
    res.setHeader('X-Content-Type-Options', 'nosniff');
    return res;
  }
}

function formatOf(value: unknown): ExportFormat {
  if (value === undefined || value === '') return 'csv';
  const format = EXPORT_FORMATS.find((known) => known === value);
  if (!format) throw new Refusal('FILTER_INVALID', { details: { format: SERVER_MESSAGES.admin.unknownValue } });
  return format;
}
