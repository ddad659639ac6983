import { exhibit } from './exhibit.js';
import { ADMINS } from './scenes/admin.js';

exhibit(ADMINS);
