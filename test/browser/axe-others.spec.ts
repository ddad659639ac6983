import { exhibit } from '../gallery/exhibit.js';
import { OTHERS } from '../gallery/scenes/others.js';

exhibit(OTHERS);
