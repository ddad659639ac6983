import { hasUnwantedCharacters } from '../../http/index.js';
import { FileNameInvalid } from './settlements.errors.js';

const MAX_LENGTH = 120;
const WITHOUT_NAME = 'settlement.csv';

/**
 * The name of an uploaded file for storage, log and display: one line in normal form C.
 * @throws FileNameInvalid for control, bidirectional and broken characters, for a name that is too long, and for several
 */
export function fileNameOf(given: unknown): string {
  if (given === undefined || given === '') return WITHOUT_NAME;
  if (typeof given !== 'string') throw new FileNameInvalid();
  const name = given.normalize('NFC').trim();
  const length = name.length > 2 * MAX_LENGTH ? Infinity : [...name].length;
  if (length === 0 || length > MAX_LENGTH || hasUnwantedCharacters(name)) throw new FileNameInvalid();
  return name;
}
