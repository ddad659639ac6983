import { tokenLabel, type TokenType } from '../../domain/payment/token-catalogue.js';

/** What a catalogue calls the tier; its medal in emails queued by older releases, which have no name. */
export function tierOf({ tokenType, tierName }: { tokenType: TokenType; tierName?: string }): string {
  return tierName ?? tokenLabel(tokenType);
}
