import { createElement, Fragment, type ReactNode } from 'react';
import type { Parts } from '../../../src/contracts/words/parts';

/** A sentence with links or times in it. Its parts keep their places, so none of them needs a key. */
export function Say({ parts }: { parts: Parts }) {
  return createElement(Fragment, null, ...(parts as ReactNode[]));
}
