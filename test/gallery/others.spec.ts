import { exhibit } from './exhibit.js';
import { OTHERS } from './scenes/others.js';

exhibit(OTHERS);
