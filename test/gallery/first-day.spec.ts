import { exhibit } from './exhibit.js';
import { FIRST_DAY } from './scenes/first-day.js';

exhibit(FIRST_DAY);
