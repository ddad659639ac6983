import { exhibit } from '../gallery/exhibit.js';
import { FIRST_DAY } from '../gallery/scenes/first-day.js';

exhibit(FIRST_DAY);
