import type { PublicConfig } from './config';
import { toast } from './toast';

/** Buttons with `data-copy` put that text on the clipboard. */
export function enhanceCopy(root: ParentNode, words: PublicConfig['words'], signal: AbortSignal): void {
  for (const button of root.querySelectorAll<HTMLButtonElement>('[data-copy]')) {
    button.addEventListener(
      'click',
      () => {
        void copy(button.dataset.copy ?? '').then((done) => toast(done ? words.copied : words.copyFailed));
      },
      { signal },
    );
  }
}

async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // No clipboard outside a secure context, or the visitor refused it.
    return false;
  }
}
