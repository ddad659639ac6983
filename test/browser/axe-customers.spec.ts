import { exhibitEssentials } from '../gallery/exhibit.js';
import { customers } from '../gallery/scenes/customers.js';
import { MAILS } from '../gallery/scenes/mails.js';
import { OTHERS } from '../gallery/scenes/others.js';
import { stage } from './stage.js';

// Every state of every screen is judged by `npm run test:long`; languages.spec.ts has the customers' pages in Hindi judged.
exhibitEssentials(stage(), [customers('en'), MAILS, OTHERS]);
