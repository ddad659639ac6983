import { exhibit } from '../gallery/exhibit.js';
import { DIALOGS } from '../gallery/scenes/dialogs.js';

exhibit(DIALOGS);
