import type { NextFunction, Request, Response } from 'express';
import { isLanguage, type Language, LANGUAGE_KEY, LANGUAGES } from '../contracts/words/languages.js';
import { cookieOf, isCustomerPage } from './request-kind.js';
import { setCookie } from './session/set-cookie.js';

const YEAR_MS = 365 * 24 * 60 * 60 * 1000;

/** What the visitor chose: in this address, or before; else what the browser asks for; else the first of our languages. */
export function languageOf(req: Request): Language {
  return [chosen(req), cookieOf(req, LANGUAGE_KEY), preferred(req)].find(isLanguage) ?? LANGUAGES[0];
}

/** Remembers a choice that was made by the switch of a customer's page. To be used after the cookie parser. */
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
