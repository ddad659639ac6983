import { InitialSchema1763600000000 } from './1763600000000-initial-schema.js';
import { RefundsAndUpgrades1763600100000 } from './1763600100000-refunds-and-upgrades.js';
import { AdminLists1763700200000 } from './1763700200000-admin-lists.js';

/** In order. A migration that has shipped is never edited. */
export const MIGRATIONS = [InitialSchema1763600000000, RefundsAndUpgrades1763600100000, AdminLists1763700200000];
