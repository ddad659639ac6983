import { BadRequestException } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';

const MAX_LENGTH = 8 * 1024;

/**
 * Refuses addresses that no link of ours has: broken or hidden encodings, NUL, doubled slashes, too long ones; and a second Host
 * header, of which Node keeps the first and a proxy may keep the other (RFC 9112, section 3.2).
 */
export function pathCheck(req: Request, _res: Response, next: NextFunction): void {
  const isBroken = /%(?![0-9a-f]{2})|%00|\0|\/\//i.test(req.path) || !isDecodable(req.path);
  const isRefused = isBroken || req.originalUrl.length > MAX_LENGTH || namesTwoHosts(req);
  next(isRefused ? new BadRequestException() : undefined);
}

/**
 * Refuses a chunked body in HTTP/1.0, against request smuggling (RFC 9112, section 6.1). Nothing more is read from that
 * connection.
 */
export function framingCheck(req: Request, res: Response, next: NextFunction): void {
  const isRefused = isChunkedHttp10(req);
  if (isRefused) res.setHeader('Connection', 'close');
  next(isRefused ? new BadRequestException() : undefined);
}

function isChunkedHttp10({ httpVersionMajor, httpVersionMinor, headers }: Request): boolean {
  const isOld = httpVersionMajor < 1 || (httpVersionMajor === 1 && httpVersionMinor === 0);
  return isOld && headers['transfer-encoding'] !== undefined;
}

function namesTwoHosts({ rawHeaders }: Request): boolean {
  // Names and values alternate.
  return rawHeaders.filter((text, at) => at % 2 === 0 && text.toLowerCase() === 'host').length > 1;
}

function isDecodable(path: string): boolean {
  try {
    // The result is used, or the bundler would drop the call as free of side effects.
    return decodeURIComponent(path) !== '';
  } catch {
    return false;
  }
}
