import { exhibit } from '../gallery/exhibit.js';
import { ACCOUNTS } from '../gallery/scenes/accounts.js';

exhibit(ACCOUNTS);
