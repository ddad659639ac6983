import { exhibit } from './exhibit.js';
import { PROJECTS } from './scenes/projects.js';

exhibit(PROJECTS);
