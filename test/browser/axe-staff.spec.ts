import { exhibitEssentials } from '../gallery/exhibit.js';
import { ACCOUNTS } from '../gallery/scenes/accounts.js';
import { ADMINS } from '../gallery/scenes/admin.js';
import { DIALOGS } from '../gallery/scenes/dialogs.js';
import { STAFF } from '../gallery/scenes/staff.js';
import { stage } from './stage.js';

// Every state of every screen is judged by `npm run test:long`.
exhibitEssentials(stage({ isOwn: true }), [ADMINS, STAFF, DIALOGS, ACCOUNTS]);
