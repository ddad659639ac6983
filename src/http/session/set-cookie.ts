import type { CookieOptions, Response } from 'express';

/** Sets a cookie, replacing an earlier Set-Cookie of the same name in this response. */
export function setCookie(res: Response, name: string, value: string, options: CookieOptions): void {
  const others = [res.getHeader('Set-Cookie') ?? []]
    .flat()
    .map(String)
    .filter((line) => !line.startsWith(`${name}=`));
  res.removeHeader('Set-Cookie');
  if (others.length > 0) res.setHeader('Set-Cookie', others);
  res.cookie(name, value, options);
}

/** Clears a cookie; needs the attributes that it was set with. */
export function dropCookie(res: Response, name: string, options: CookieOptions): void {
  setCookie(res, name, '', { ...options, maxAge: 0 });
}
