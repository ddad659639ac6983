import { usePage } from '@inertiajs/react';
import type { SharedProps } from '../../../src/contracts/pages';
import { type Words, textsIn } from '../../../src/contracts/words';
import type { Language } from '../../../src/contracts/words/languages';
import { type Formats, formatsOf } from './format';

export function useLanguage(): Language {
  return (usePage().props as unknown as SharedProps).language;
}

export function useWords(): Words {
  return textsIn(useLanguage());
}

export function useFormats(): Formats {
  return formatsOf(useLanguage());
}
