import { exhibit } from './exhibit.js';
import { STAFF } from './scenes/staff.js';

exhibit(STAFF);
