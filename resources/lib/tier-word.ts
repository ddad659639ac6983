import { medalOfCode } from '../../src/domain/catalogue/tier-code';
import { tokenLabel } from '../../src/domain/payment/token-catalogue';

/** A tier within a sentence: a medal is a common word, and a tier with a name of its own goes by it, as on the buttons. */
export function tierWord(code: string, name: string): string {
  const medal = medalOfCode(code);
  return medal && name === tokenLabel(medal) ? medal : name;
}
