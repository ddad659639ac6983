import { tokenLabel, type TokenType } from '../../domain/payment/token-catalogue.js';

/** The name of a tier in the language of a page; one that a catalogue has given in other words stands as it was given. */
export function tierName({ tiers }: { tiers: Record<TokenType, string> }, type: TokenType, label: string): string {
  return isMedal(type, label) ? tiers[type] : label;
}

/** As `tierName`, within a sentence: `gold`, and `Villa`, which is a name. */
export function tierInSentence(
  { tiers }: { tiers: Record<TokenType, string> },
  type: TokenType,
  label: string,
): string {
  return isMedal(type, label) ? tiers[type].toLowerCase() : label;
}

function isMedal(type: TokenType, label: string): boolean {
  return label === tokenLabel(type) || label === '';
}
