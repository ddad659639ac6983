import { exhibit } from './exhibit.js';
import { MAILS } from './scenes/mails.js';

exhibit(MAILS);
