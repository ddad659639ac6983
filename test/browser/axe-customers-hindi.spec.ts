import { exhibit } from '../gallery/exhibit.js';
import { customers } from '../gallery/scenes/customers.js';

exhibit(customers('hi'));
