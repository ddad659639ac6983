import { describeSeeds } from './seeds.js';

describeSeeds(2, 4);
