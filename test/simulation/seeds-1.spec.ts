import { describeSeeds } from './seeds.js';

describeSeeds(0, 4);
