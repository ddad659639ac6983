import { istText } from './format';

/** A moment in Indian time, with the exact one for programs. */
export function When({ at }: { at: string }) {
  return <time dateTime={at}>{istText(at)}</time>;
}
