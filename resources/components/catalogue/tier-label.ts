import { medalOfCode } from '../../../src/domain/catalogue/tier-code';
import { tokenLabel } from '../../../src/domain/payment/token-catalogue';

/** What the form calls a tier, whose name is being edited: its code, and `Gold` where that is a medal. */
export function tierLabel(code: string, at: number): string {
  const medal = medalOfCode(code);
  if (medal) return tokenLabel(medal);
  return code.trim() === '' ? `Tier ${at + 1}` : code.trim();
}
