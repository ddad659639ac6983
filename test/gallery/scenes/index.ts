import type { Room } from '../scene.js';
import { ACCOUNTS } from './accounts.js';
import { ADMINS } from './admin.js';
import { customers } from './customers.js';
import { DIALOGS } from './dialogs.js';
import { FIRST_DAY } from './first-day.js';
import { MAILS } from './mails.js';
import { OTHERS } from './others.js';
import { PROJECTS } from './projects.js';
import { STAFF } from './staff.js';
import { TIERS } from './tiers.js';

export const ROOMS: Room[] = [
  customers('en'),
  customers('hi'),
  MAILS,
  STAFF,
  DIALOGS,
  ADMINS,
  PROJECTS,
  TIERS,
  FIRST_DAY,
  ACCOUNTS,
  OTHERS,
];
