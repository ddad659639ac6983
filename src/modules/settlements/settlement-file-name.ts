import { hasUnwantedCharacters } from '../../http/index.js';
import { Refusal } from '../../runtime/refusal.js';

const MAX_LENGTH = 120;
const WITHOUT_NAME = 'settlement.csv';

/**
 * The name of an uploaded file for storage, log and display: one line in normal form C.
 * @throws INVALID_FILE_NAME for control, bidirectional and broken characters, for a name that is too long, and for several
 */
export function fileNameOf(given: unknown): string {
  if (given === undefined || given === '') return WITHOUT_NAME;
  if (typeof given !== 'string') throw new Refusal('INVALID_FILE_NAME');
  const name = given.normalize('NFC').trim();
  const length = name.length > 2 * MAX_LENGTH ? Infinity : [...name].length;
  if (length === 0 || length > MAX_LENGTH || hasUnwantedCharacters(name)) throw new Refusal('INVALID_FILE_NAME');
  return name;
}
