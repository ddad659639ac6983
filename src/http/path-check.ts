import { BadRequestException } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';

const MAX_LENGTH = 8 * 1024;

/**
 * Addresses that no link of ours has: broken or hidden encodings, NUL, doubled slashes, and far too long ones. Also a second
 * host, of which Node keeps the first and a proxy may keep the other (RFC 9112, section 3.2).
 */
export function pathCheck(req: Request, _res: Response, next: NextFunction): void {
  const isBroken = /%(?![0-9a-f]{2})|%00|\0|\/\//i.test(req.path) || !isDecodable(req.path);
  const isRefused = isBroken || req.originalUrl.length > MAX_LENGTH || namesTwoHosts(req);
  next(isRefused ? new BadRequestException() : undefined);
}

function namesTwoHosts({ rawHeaders }: Request): boolean {
  // Names and values take turns.
  return rawHeaders.filter((text, at) => at % 2 === 0 && text.toLowerCase() === 'host').length > 1;
}

function isDecodable(path: string): boolean {
  try {
    // Made use of: the bundler takes a call whose result nobody wants for one that does nothing, and leaves it out.
    return decodeURIComponent(path) !== '';
  } catch {
    return false;
  }
}
