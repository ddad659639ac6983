import { EN } from './en/index.js';
import { HI } from './hi/index.js';
import type { Language } from './languages.js';
import type { Worded } from './parts.js';

export type Words = Worded<typeof EN>;

const WORDS: Readonly<Record<Language, Words>> = { en: EN, hi: HI };

export function textsIn(language: Language): Words {
  return WORDS[language];
}
