import { essentials, exhibit } from '../gallery/exhibit.js';
import { ACCOUNTS } from '../gallery/scenes/accounts.js';
import { ADMINS } from '../gallery/scenes/admin.js';
import { DIALOGS } from '../gallery/scenes/dialogs.js';
import { FIRST_DAY } from '../gallery/scenes/first-day.js';
import { STAFF } from '../gallery/scenes/staff.js';

// Every state of every screen is judged by `npm run test:long`.
for (const room of [STAFF, DIALOGS, ADMINS, FIRST_DAY, ACCOUNTS]) exhibit(essentials(room));
