import { exhibit } from './exhibit.js';
import { customers } from './scenes/customers.js';

exhibit(customers('hi'));
