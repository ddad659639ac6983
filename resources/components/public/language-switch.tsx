import { usePage } from '@inertiajs/react';
import { LANGUAGE_KEY, LANGUAGE_NAMES, LANGUAGES } from '../../../src/contracts/words/languages';
import { useLanguage, useWords } from './use-words';

/** What the pages understand, and what each may look like; anything else in an address is left behind. */
const KEPT: Readonly<Record<string, RegExp>> = {
  event: /^[0-9a-z]{26}$/,
  payment: /^[0-9a-z]{26}$/,
  problem: /^[A-Z_]{4,40}$/,
  mail: /^(?:sent|throttled|busy|failed)$/,
};

/** Plain links to this very page: the server remembers which one was followed. */
export function LanguageSwitch() {
  const own = useLanguage();
  const words = useWords();
  const { url } = usePage();
  return (
    <nav className="pub-languages" aria-label={words.frame.language}>
      {LANGUAGES.filter((language) => language !== own).map((language) => (
        <a key={language} className="pub-link" href={addressIn(language, url)} lang={language} hrefLang={language}>
          {LANGUAGE_NAMES[language]}
        </a>
      ))}
    </nav>
  );
}

/** Relative, so that it holds under every address that a page has. */
function addressIn(language: string, url: string): string {
  const given = new URLSearchParams(url.split('?')[1] ?? '');
  const query = new URLSearchParams({ [LANGUAGE_KEY]: language });
  for (const [name, form] of Object.entries(KEPT)) {
    const value = given.get(name);
    if (value !== null && form.test(value)) query.set(name, value);
  }
  return `?${query.toString()}`;
}
