import { InitialSchema1763600000000 } from './1763600000000-initial-schema.js';
import { RefundsAndUpgrades1763600100000 } from './1763600100000-refunds-and-upgrades.js';
import { Settlements1763700500000 } from './1763700500000-settlements.js';

/** In order. A migration that has shipped is never edited. */
export const MIGRATIONS = [InitialSchema1763600000000, RefundsAndUpgrades1763600100000, Settlements1763700500000];
