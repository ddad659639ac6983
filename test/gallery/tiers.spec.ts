import { exhibit } from './exhibit.js';
import { TIERS } from './scenes/tiers.js';

exhibit(TIERS);
