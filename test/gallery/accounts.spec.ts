import { exhibit } from './exhibit.js';
import { ACCOUNTS } from './scenes/accounts.js';

exhibit(ACCOUNTS);
