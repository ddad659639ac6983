import { exhibit } from '../gallery/exhibit.js';
import { STAFF } from '../gallery/scenes/staff.js';

exhibit(STAFF);
