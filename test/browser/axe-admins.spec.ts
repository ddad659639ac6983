import { exhibit } from '../gallery/exhibit.js';
import { ADMINS } from '../gallery/scenes/admin.js';

exhibit(ADMINS);
