import { essentials, exhibit } from '../gallery/exhibit.js';
import { customers } from '../gallery/scenes/customers.js';
import { OTHERS } from '../gallery/scenes/others.js';

// Every state of every screen is judged by `npm run test:long`.
for (const room of [customers('en'), customers('hi'), OTHERS]) exhibit(essentials(room));
