import { BadRequestException } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';

const MAX_LENGTH = 8 * 1024;

/** Addresses that no link of ours has: broken or hidden encodings, NUL, doubled slashes, and far too long ones. */
export function pathCheck(req: Request, _res: Response, next: NextFunction): void {
  const isBroken = /%(?![0-9a-f]{2})|%00|\0|\/\//i.test(req.path) || !isDecodable(req.path);
  next(isBroken || req.originalUrl.length > MAX_LENGTH ? new BadRequestException() : undefined);
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}
