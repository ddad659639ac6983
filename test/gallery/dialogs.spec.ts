import { exhibit } from './exhibit.js';
import { DIALOGS } from './scenes/dialogs.js';

exhibit(DIALOGS);
