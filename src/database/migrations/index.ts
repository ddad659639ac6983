import { InitialSchema1763600000000 } from './1763600000000-initial-schema.js';

/** In order. A migration that has shipped is never edited. */
export const MIGRATIONS = [InitialSchema1763600000000];
