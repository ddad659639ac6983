import { isUtf8 } from 'node:buffer';
import { BadRequestException, UnsupportedMediaTypeException } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { NextFunction, Request, Response } from 'express';
import { isApi, isBankPost, isCsvUpload, isLogoUpload, isPolicyReport, isSafeMethod } from './request-kind.js';
import { hasForbiddenShape } from './validation/json-shape.js';
import { repeatsName } from './validation/repeated-names.js';

const LIMIT_BYTES = 64 * 1024;
const REPORT_LIMIT_BYTES = 16 * 1024;
const FORM = 'application/x-www-form-urlencoded';
const JSON_TYPE = 'application/json';
/** Content types of CSP Level 2 reports and of the Reporting API. */
const REPORT_TYPES = ['application/csp-report', 'application/reports+json'];
const CHARSET = /;\s*charset\s*=\s*"?([^\s";]*)/gi;

type BankRequest = Request & { rawBody?: string };

/** Parses bodies of unsafe requests only: JSON for the API, JSON or a simple form for pages, raw text from the bank. */
export function useBodyParsers(app: NestExpressApplication): void {
  const limits = { limit: LIMIT_BYTES, inflate: false };
  app.use(checkContentType);
  app.useBodyParser('text', { ...limits, type: (req) => isBankPost(req as Request), defaultCharset: 'utf-8' });
  app.use(keepBankBody);
  // Nest's type for the options leaves `verify` out, since it sets its own for `rawBody: true`, which is not used here.
  const verified = { ...limits, type: (req: unknown) => isRead(req as Request, JSON_TYPE), verify: refuseAmbiguous };
  app.useBodyParser('json', verified);
  app.useBodyParser('json', {
    ...verified,
    limit: REPORT_LIMIT_BYTES,
    type: (req: unknown) => isPolicyReport(req as Request) && Boolean((req as Request).is(REPORT_TYPES)),
  });
  app.useBodyParser('urlencoded', {
    ...limits,
    extended: false,
    parameterLimit: 200,
    type: (req) => isRead(req as Request, FORM),
  });
  app.use(checkShape);
}

function isRead(req: Request, type: string): boolean {
  return !isSafeMethod(req) && !isBankPost(req) && Boolean(req.is(type));
}

/** Another site can send a form or plain text without a preflight, but neither JSON nor CSV nor a picture. */
function checkContentType(req: Request, _res: Response, next: NextFunction): void {
  const checked = !isSafeMethod(req) && !isBankPost(req) && hasBody(req);
  next(checked && !(req.is(acceptedBy(req)) && isInUtf8(req)) ? new UnsupportedMediaTypeException() : undefined);
}

function acceptedBy(req: Request): string[] {
  if (isCsvUpload(req)) return ['text/csv'];
  if (isLogoUpload(req)) return ['image/png', 'image/jpeg'];
  if (isPolicyReport(req)) return REPORT_TYPES;
  return isApi(req) ? [JSON_TYPE] : [JSON_TYPE, FORM];
}

/** UTF-8 only: in another encoding the same bytes would be other text than what was checked. */
function isInUtf8(req: Request): boolean {
  const named = [...(req.get('Content-Type') ?? '').matchAll(CHARSET)];
  return named.every(([, charset = '']) => /^utf-8$/i.test(charset));
}

function hasBody(req: Request): boolean {
  const length = req.get('Content-Length');
  return req.get('Transfer-Encoding') !== undefined || (length !== undefined && length !== '0');
}

/** Keeps the bank's body as it was sent, and reads nothing of it: that is the gateway's (callback.ts), and an unreadable one is stored too. */
function keepBankBody(req: BankRequest, _res: Response, next: NextFunction): void {
  if (isBankPost(req)) {
    req.rawBody = typeof req.body === 'string' ? req.body : '';
    req.body = {};
  }
  next();
}

/** Refuses bytes that are not UTF-8, and repeated names. The parser keeps an error's status. */
function refuseAmbiguous(_req: unknown, _res: unknown, bytes: Buffer): void {
  if (isUtf8(bytes) && !repeatsName(bytes.toString('utf8'))) return;
  throw new BadRequestException();
}

function checkShape(req: Request, _res: Response, next: NextFunction): void {
  if (!isSafeMethod(req)) req.body ??= {};
  const refused = !isSafeMethod(req) && !isBankPost(req) && hasForbiddenShape(req.body);
  next(refused ? new BadRequestException() : undefined);
}
