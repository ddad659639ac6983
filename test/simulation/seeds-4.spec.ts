import { describeSeeds } from './seeds.js';

describeSeeds(3, 4);
