import type { NextFunction, Request, Response } from 'express';
import { isLanguage, type Language, LANGUAGE_KEY, LANGUAGES } from '../contracts/words/languages.js';
import { cookieOf, isCustomerPage } from './request-kind.js';
import { setCookie } from './session/set-cookie.js';
import { DAY_MS } from '../domain/calendar/durations.js';

const YEAR_MS = 365 * DAY_MS;

/** The visitor's choice (address, then cookie), else the browser's preference, else our first language. */
export function languageOf(req: Request): Language {
  return [chosen(req), cookieOf(req, LANGUAGE_KEY), preferred(req)].find(isLanguage) ?? LANGUAGES[0];
}

/** Stores the choice of the language switch in a cookie. Use after the cookie parser. */
export function rememberLanguage({ production }: { production: boolean }) {
  return (req: Request, res: Response, next: NextFunction): void => {
    const language = req.method === 'GET' && isCustomerPage(req) ? chosen(req) : null;
    if (isLanguage(language)) {
      const attributes = { httpOnly: true, sameSite: 'lax', secure: production, path: '/', maxAge: YEAR_MS } as const;
      setCookie(res, LANGUAGE_KEY, language, attributes);
    }
    next();
  };
}

function chosen(req: Request): unknown {
  return req.query[LANGUAGE_KEY];
}

function preferred(req: Request): unknown {
  return req.acceptsLanguages([...LANGUAGES]);
}
