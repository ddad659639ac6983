import type { CookieOptions, Response } from 'express';

/** Replaces what this answer was going to say about the cookie. */
export function setCookie(res: Response, name: string, value: string, options: CookieOptions): void {
  const others = [res.getHeader('Set-Cookie') ?? []]
    .flat()
    .map(String)
    .filter((line) => !line.startsWith(`${name}=`));
  res.removeHeader('Set-Cookie');
  if (others.length > 0) res.setHeader('Set-Cookie', others);
  res.cookie(name, value, options);
}

/** With the attributes that the cookie was set with; others would leave it in place. */
export function dropCookie(res: Response, name: string, options: CookieOptions): void {
  setCookie(res, name, '', { ...options, maxAge: 0 });
}
